/** A script that never changes: its address, and what a browser compares it with before it runs it. */
export type PinnedScript = { readonly address: string; readonly integrity: string };

/** So many hex digits of the SHA-256 are in the name of a script that never changes. */
const NAMED_DIGITS = 16;

/** The script of this collector under the name that its content gives it. Null where it cannot be read. */
export async function pinnedScript(origin: string): Promise<PinnedScript | null> {
  const response = await fetch('/sdk.js').catch(() => null);
  if (!response?.ok) return null;
  const content = await response.arrayBuffer();
  const [named, whole] = await Promise.all([
    crypto.subtle.digest('SHA-256', content),
    crypto.subtle.digest('SHA-384', content),
  ]);
  const hash = [...new Uint8Array(named)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    address: `${origin}/sdk.${hash.slice(0, NAMED_DIGITS)}.js`,
    integrity: `sha384-${btoa(String.fromCharCode(...new Uint8Array(whole)))}`,
  };
}
