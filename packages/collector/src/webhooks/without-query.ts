/** An address for those who have nothing to change about it. Its query may carry a token of the receiver. */
export function withoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search && '?…'}`;
}
