import { DAY_MS } from '@cvq/contract';
import type { DashboardAddress } from '../../net/dashboard-address.ts';

/** The session, and the proof that somebody has signed in here before. */
export type CookieName = 'session' | 'known';

const NAMES: Readonly<Record<CookieName, string>> = { session: 'cvq', known: 'cvq-known' };

/** The end of a session is what the store says; these only bound how long a browser keeps what is worth nothing. */
const KEPT_S: Readonly<Record<CookieName, number>> = {
  session: (30 * DAY_MS) / 1000,
  known: (400 * DAY_MS) / 1000,
};

/**
 * The name of a cookie. With `__Host-` a browser takes it from this very host over https alone, and no other host of the
 * domain can set it. Only on the own machine there is no https.
 */
function nameOf(name: CookieName, { isSecure }: DashboardAddress): string {
  return isSecure ? `__Host-${NAMES[name]}` : NAMES[name];
}

/** What we write there. The SDK on a page of the own machine has a cookie of the name too, with other characters in it. */
const OURS = /^[\w.-]*$/;

/** The value of a cookie; null where there is none, and where there are two, of which one was planted. */
export function readCookie(
  header: string | undefined,
  name: CookieName,
  address: DashboardAddress,
): string | null {
  const begin = `${nameOf(name, address)}=`;
  const found = (header ?? '').split(';').map((part) => part.trim());
  const values = found.filter((part) => part.startsWith(begin)).map((part) => part.slice(begin.length));
  const [value, ...others] = values.filter((text) => OURS.test(text));
  return value === undefined || others.length > 0 ? null : value;
}

/** A `Set-Cookie` header. Null takes the cookie away. */
export function writeCookie(name: CookieName, value: string | null, address: DashboardAddress): string {
  const age = value === null ? 0 : KEPT_S[name];
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${address.isSecure ? '; Secure' : ''}`;
  return `${nameOf(name, address)}=${value ?? ''}; ${flags}`;
}
