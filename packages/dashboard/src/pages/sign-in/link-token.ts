/** The token that the address of a link brings after `#`. It leaves the address at once, and is kept by nothing but the page. */
export function takeLinkToken(): string | null {
  const token = location.hash.slice(1);
  if (token !== '') history.replaceState(null, '', location.pathname);
  return token || null;
}
