import { isLoopbackHost } from '../net/hosts.ts';

const MAX_LENGTH = 2048;
/** The signs that a URI may have (RFC 3986, 2). */
const URI = /^[\w\-.~:/?[\]@!$&'()*+,;=%]+$/;

/** Schemes without a dot that editors which many people use have had for themselves for long. */
const KNOWN_SCHEMES: ReadonlySet<string> = new Set(['cursor:', 'vscode:', 'vscode-insiders:']);

/**
 * Why nobody can be sent to an address with a code; null where they can: to https, to the own machine by http, and to a
 * scheme that an installed application has for itself. Such a one is a domain name turned round, so that it has a dot
 * (RFC 8252, 7.1); schemes of systems and browsers, such as `javascript:`, have none.
 */
export function whyNoRedirect(text: string): string | null {
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  const url = URL.parse(text);
  if (text.includes('#')) return 'must not have a fragment';
  if (url === null || !URI.test(text) || isRelative(text)) return 'must be an absolute URI';
  if (url.username !== '' || url.password !== '') return 'must not have a user name or a password';
  if (url.hostname.includes('*')) return 'must name one host, without *';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:')
    return isLoopbackHost(url.hostname) ? null : 'must begin with https://, unless it is of the own machine';
  if (url.protocol.includes('.') || KNOWN_SCHEMES.has(url.protocol)) return null;
  return `must not begin with ${url.protocol} since a scheme of an application is a domain name turned round, such as com.example.app:`;
}

/** Browsers take `https:host/path` for a path of the page that they are on, and not for a host. */
function isRelative(text: string): boolean {
  return /^https?:(?!\/\/[^/])/i.test(text);
}

/** Whether the address of a request is registered: exactly, except for the port on the own machine (RFC 8252, 7.3). */
export function isRegisteredRedirect(text: string, registered: readonly string[]): boolean {
  // Also where only the port differs: `http://localhost:99999` is no address at all.
  if (whyNoRedirect(text) !== null) return false;
  return registered.some(
    (known) => known === text || withoutLoopbackPort(known) === withoutLoopbackPort(text),
  );
}

/** The address without its port, where it is one of the own machine by http; else as it is. */
function withoutLoopbackPort(text: string): string {
  const [, start = '', port, rest = ''] =
    /^(http:\/\/(?:\[[^\]]*\]|[^/:?]*))(:\d{1,5})?([/?].*)?$/.exec(text) ?? [];
  const host = URL.parse(start)?.hostname ?? '';
  return port === undefined || !isLoopbackHost(host) ? text : `${start}${rest}`;
}

/** Where a redirect leads, as people are told. */
export function describeRedirect(text: string): { readonly host: string; readonly isLoopback: boolean } {
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return {
    host: isWeb ? url.host : url.host === '' ? url.protocol : `${url.protocol}//${url.host}`,
    isLoopback: isWeb && isLoopbackHost(url.hostname),
  };
}

/** The address with parameters added, and otherwise as it was registered. */
export function withParameters(address: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`;
}
