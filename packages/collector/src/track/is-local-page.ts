import { BlockList, isIP } from 'node:net';
import type { Page, ProjectRecord } from '@cvq/storage';

/** Networks of one machine, one office or one home: https://www.iana.org/assignments/iana-ipv4-special-registry. */
const LOCAL = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  LOCAL.addSubnet(network, bits, 'ipv4');
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fc00::', 7, 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');

/** A name without a dot, and the suffixes that no public site has (RFC 6761, RFC 6762, and what ICANN keeps private). */
const LOCAL_NAME = /^[^.:]*$|\.(localhost|local|internal)$/;
const MAY_BE_ADDRESS = /^[\d.]+$|^\[/;

/**
 * True for a page that somebody runs on a machine of their own, such as a developer's preview or a file: their work is
 * no visit. The event is kept apart, unless the project itself is at home on such a host.
 */
export function isLocalPage(page: Page | null, { hosts, domain }: ProjectRecord): boolean {
  if (page === null || page.hostname === null) return false;
  return isLocalHost(page.hostname) && ![domain, ...(hosts ?? [])].some((host) => isLocalHost(nameOf(host)));
}

/** The host of a page's address, in lower case; an address of version 6 stands in brackets. A file has none. */
function isLocalHost(hostname: string): boolean {
  if (!MAY_BE_ADDRESS.test(hostname)) return LOCAL_NAME.test(hostname);
  const address = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version !== 0 && LOCAL.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

function nameOf(host: string): string {
  return host.replace(/(?<=\]|^[^:[]*):\d+$/, '').toLowerCase();
}
