import { randomBytes } from 'node:crypto';

/** Long enough for a client to use one for many requests: what all three platforms give. */
export const TOKEN_SECONDS = 3599;

type Token = { readonly scope: string; readonly expiresAt: number };

export type Tokens = {
  /** A new access token with a scope: words with spaces between them. */
  issue(scope: string): string;
  /** The scope of a token that is valid now. `expired` for one that was, null for one that never was. */
  scopeOf(token: string): string | 'expired' | null;
  expire(token: string): void;
  /** All that were ever issued: none of them may ever be found in a log. */
  issued(): readonly string[];
};

/** Access tokens of a platform. They begin with `prefix`, as the real ones can be told by their beginning. */
export function openTokens(prefix: string, now: () => number): Tokens {
  const tokens = new Map<string, Token>();
  return {
    issue(scope) {
      const token = `${prefix}${randomBytes(24).toString('base64url')}`;
      tokens.set(token, { scope, expiresAt: now() + TOKEN_SECONDS * 1000 });
      return token;
    },
    scopeOf(token) {
      const found = tokens.get(token);
      if (found === undefined) return null;
      return found.expiresAt > now() ? found.scope : 'expired';
    },
    expire(token) {
      const found = tokens.get(token);
      if (found !== undefined) tokens.set(token, { ...found, expiresAt: 0 });
    },
    issued: () => [...tokens.keys()],
  };
}
