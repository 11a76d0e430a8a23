import { hostOfHeader } from './host-of-header.ts';
import { isLoopbackHost } from './hosts.ts';

/** Where people open the dashboard, and what follows from it. Nothing of it is ever taken from a request. */
export type DashboardAddress = {
  /** Scheme, host and port: links begin with it, and `Origin` has to equal it. */
  readonly origin: string;
  /** Host and port, as a browser writes them into `Host`. */
  readonly host: string;
  /** Whether it is https. */
  readonly isSecure: boolean;
  /** Whether it is one of the own machine. */
  readonly isLoopback: boolean;
  /** Where the demo shop is: on the own machine under another name, since cookies take no notice of ports. */
  readonly shopOrigin: string;
};

/** Listening on one of these, a collector is reached as `localhost`. */
const NEAR_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost']);

type Settings = {
  readonly baseUrl: string | null;
  /** That the collector listens on. */
  readonly host: string;
};

/** The address of the dashboard: that of `CVQ_BASE_URL`, else `localhost` with the own port. */
export function dashboardAddress({ baseUrl, host }: Settings, port: number): DashboardAddress {
  const near = NEAR_HOSTS.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const own = `http://${near}:${port}`;
  // What is no host at all, nobody can listen on, and who starts a collector there is told so.
  const url = new URL(baseUrl ?? (URL.canParse(own) ? own : `http://localhost:${port}`));
  const isLoopback = isLoopbackHost(url.hostname);
  const other = url.hostname === 'localhost' ? (host === '::1' ? '[::1]' : '127.0.0.1') : 'localhost';
  return {
    origin: url.origin,
    host: url.host,
    isSecure: url.protocol === 'https:',
    isLoopback,
    shopOrigin: isLoopback ? `http://${other}:${port}` : url.origin,
  };
}

/** Whether a `Host` header names it. */
export function isDashboardHost(header: string | undefined, { host, origin }: DashboardAddress): boolean {
  return hostOfHeader(header, new URL(origin).protocol)?.host === host;
}

/** Whether a `Host` header is another name of the own machine, with the port of a dashboard there. */
export function isBesideDashboard(header: string | undefined, address: DashboardAddress): boolean {
  if (!address.isLoopback) return false;
  const own = new URL(address.origin);
  const url = hostOfHeader(header, own.protocol);
  return url !== null && url.port === own.port && isLoopbackHost(url.hostname);
}
