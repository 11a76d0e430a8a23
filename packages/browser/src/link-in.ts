/** The link that an event goes through, if any, open shadow roots included. */
export function linkIn(event: Event): HTMLAnchorElement | undefined {
  return (event.composedPath() as HTMLAnchorElement[]).find((node) => node.href && node.matches?.('a,area'));
}
