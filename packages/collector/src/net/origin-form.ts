/**
 * The target of a request as a path with its query, which is what it is where it comes from a browser. Some send a whole
 * address, as to a proxy (RFC 9112, 3.2.2), or a fragment or blanks with it.
 */
export function originForm(target: string): string {
  const [path = ''] = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split('#', 1);
  const sent = path.replace(/\s/g, encodeURIComponent);
  return sent.startsWith('/') ? sent : `/${sent}`;
}

/** Whether a target is one already. */
export function isOriginForm(target: string): boolean {
  return /^\/[^#\s]*$/.test(target);
}
