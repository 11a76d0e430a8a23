/** An access token, and when it ends in epoch milliseconds. */
export type AccessToken = { readonly token: string; readonly endsAt: number };

/** A token is not used in its last minute: it must not end on the way. */
const MARGIN_MS = 60_000;

/**
 * Keeps one access token in memory. Of several who need another one, one fetches it for all; a token that was refused is
 * only replaced while it is still the one in use.
 */
export function tokenCache(
  fetch: () => Promise<AccessToken>,
  now: () => number,
): (refused?: string) => Promise<string> {
  let current: AccessToken | null = null;
  let fetching: Promise<AccessToken> | null = null;
  return async (refused) => {
    if (current !== null && current.token !== refused && now() < current.endsAt - MARGIN_MS)
      return current.token;
    fetching ??= fetch().finally(() => {
      fetching = null;
    });
    current = await fetching;
    return current.token;
  };
}
