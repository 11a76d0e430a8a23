import { isLoopbackHost } from './hosts.ts';

/** Where people open the dashboard, and what follows from it. Nothing of it is ever taken from a request. */
export type DashboardAddress = {
  /** Scheme, host and port: links begin with it, and `Origin` has to equal it. */
  readonly origin: string;
  /** Host and port, as a browser writes them into `Host`. */
  readonly host: string;
  readonly port: string;
  /** Whether it is https. */
  readonly isSecure: boolean;
  /** Whether it is one of the own machine. */
  readonly isLoopback: boolean;
};

/** Listening on one of these, a collector is reached as `localhost`. */
const NEAR_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost']);

type Settings = {
  readonly baseUrl: string | null;
  /** That the collector listens on. */
  readonly host: string;
};

/** That of the public address, else `localhost` with the own port. Another name leaves 127.0.0.1 to the demo shop. */
export function dashboardAddress({ baseUrl, host }: Settings, port: number): DashboardAddress {
  const near = NEAR_HOSTS.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const url = new URL(baseUrl ?? `http://${near}:${port}`);
  return {
    origin: url.origin,
    host: url.host,
    port: url.port,
    isSecure: url.protocol === 'https:',
    isLoopback: isLoopbackHost(url.hostname),
  };
}

/** Whether a `Host` header names it. */
export function isDashboardHost(header: string | undefined, { host, isSecure }: DashboardAddress): boolean {
  return hostOfHeader(header, isSecure)?.host === host;
}

/** As addresses are compared: in small letters, without the usual port. */
function hostOfHeader(header: string | undefined, isSecure: boolean): URL | null {
  if (header === undefined || !/^[\w.:[\]-]+$/.test(header)) return null;
  return URL.parse(`${isSecure ? 'https' : 'http'}://${header}`);
}
