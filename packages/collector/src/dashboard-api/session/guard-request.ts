import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../errors/api-error.ts';
import { type DashboardAddress, isDashboardHost } from '../../net/dashboard-address.ts';

/** A header that no form and no other site can send without asking first. Its value says nothing. */
const OWN_HEADER = 'x-cvq-dashboard';

type Guarded = Pick<IncomingMessage, 'headers' | 'method'>;

/**
 * Refuse a request under another host: a page of a stranger may have made its own name lead here (DNS rebinding).
 * @throws ApiError misdirected_request
 */
export function requireOwnHost({ headers }: Guarded, address: DashboardAddress): void {
  if (isDashboardHost(headers.host, address)) return;
  throw new ApiError('misdirected_request', misdirection(address));
}

/** What to do about a request under another host. */
export function misdirection({ origin, isLoopback }: DashboardAddress): string {
  const fix = isLoopback
    ? 'To open it under another address, set CVQ_BASE_URL to that.'
    : 'A proxy has to pass on the Host header unchanged.';
  return `The dashboard is at ${origin}, and answers nowhere else. ${fix}`;
}

/**
 * Refuse a request that another site had a browser make. Reads are refused as well, since one machine's ports share their
 * cookies. A write must say that it comes from a page of the dashboard, and carry a header of its own.
 * @throws ApiError foreign_origin
 */
export function requireOwnOrigin({ headers, method }: Guarded, { origin }: DashboardAddress): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin !== undefined && headers.origin !== origin) throw foreign();
  if (!isWrite(method)) {
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreign();
    return;
  }
  if (site === undefined ? headers.origin === undefined : site !== 'same-origin') throw foreign();
  if (headers[OWN_HEADER] === undefined) throw foreign();
}

function isWrite(method: string | undefined): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function foreign(): ApiError {
  const message = `Only pages of the dashboard itself may ask this, with the header X-Cvq-Dashboard.`;
  return new ApiError('foreign_origin', message);
}

/** Why nobody can sign in at an address, and what to do; null where people can. */
export function whyInsecure({ origin, isSecure, isLoopback }: DashboardAddress): string | null {
  if (isSecure || isLoopback) return null;
  return `${origin} is plain http, where everybody on the way reads passwords. Serve it over https and set CVQ_BASE_URL to that address, or open it on the machine itself, as localhost.`;
}

/** @throws ApiError insecure_address */
export function requireSecureAddress(address: DashboardAddress): void {
  const why = whyInsecure(address);
  if (why !== null) throw new ApiError('insecure_address', why);
}
