import { invoke } from './core/invoke.ts';

/** The link that an event goes through, if any, open shadow roots included. */
export function linkIn(event: Event): HTMLAnchorElement | undefined {
  return (event.composedPath() as HTMLAnchorElement[]).find(
    (node) => node.href && invoke(node, 'matches', 'a,area'),
  );
}
