import { invoke } from './core/invoke.ts';

/**
 * The link that an event goes through, if any, open shadow roots included. One in a text that is edited leads nowhere, and
 * what was written into its address would be saved with the text.
 */
export function linkIn(event: Event): HTMLAnchorElement | undefined {
  return (event.composedPath() as HTMLAnchorElement[]).find(
    (node) => node.href && !node.isContentEditable && invoke(node, 'matches', 'a,area'),
  );
}
