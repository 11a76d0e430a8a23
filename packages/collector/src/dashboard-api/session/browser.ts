import type { AuditOrigin } from '@cvq/storage';
import type { Request, Response } from 'express';
import { parseClient } from '../../clients/parse-client.ts';
import { requestIdOf } from '../../edge/http-server.ts';
import { truncateAddress } from '../../net/address.ts';
import type { DashboardAddress } from '../../net/dashboard-address.ts';
import { type CookieName, readCookie, writeCookie } from './cookies.ts';

/** The browser of a request: from where it asks, what it brought, and what it is to keep. */
export type Browser = {
  /** The network of its address, a /24 or a /48; null where that is unknown. */
  readonly network: string | null;
  /** Browser and system, such as `Firefox on Linux`. */
  readonly name: string | null;
  /** Of what it asks now. */
  readonly requestId: string;
  readonly sessionToken: string | null;
  readonly known: string | null;
  /** Have it keep a cookie from the answer on; null takes it away. */
  keep(name: CookieName, value: string | null): void;
  /** The `Set-Cookie` headers of the answer. */
  cookies(): string[];
};

/** The browser that sent a request to the dashboard. */
export function browserOf(
  { request, response }: { readonly request: Request; readonly response: Response },
  address: DashboardAddress,
): Browser {
  const { cookie } = request.headers;
  const kept = new Map<CookieName, string>();
  return {
    network: truncateAddress(request.ip ?? ''),
    name: nameOf(request.headers['user-agent'] ?? null),
    requestId: requestIdOf(response),
    sessionToken: readCookie(cookie, 'session', address),
    known: readCookie(cookie, 'known', address),
    keep: (name, value) => void kept.set(name, writeCookie(name, value, address)),
    cookies: () => [...kept.values()],
  };
}

/** By what way a change comes, for the audit log. */
export function originOf({ network, requestId }: Browser): AuditOrigin {
  return { surface: 'dashboard', network, requestId };
}

function nameOf(userAgent: string | null): string | null {
  const { browser, os } = parseClient({ userAgent });
  return [browser, os].filter((part) => part !== null).join(' on ') || null;
}
