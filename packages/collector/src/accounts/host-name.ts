import { domainToASCII } from 'node:url';
import { isAddress, withoutBrackets } from '../net/address.ts';
import { MAX_HOST_LENGTH } from '../net/hosts.ts';
import { Refused } from './refused.ts';

const MAX_PORT = 65_535;
/** What ends a host in an address, or stands before it: to read what is left as the host would be a guess. */
const NO_HOST = /[\s/\\?#@%]/;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * A host of a site as it is stored: in small letters, and in ASCII as browsers have it. It has a dot, or is an address or
 * `localhost`, which are for development: a word alone is a domain that was cut off.
 * @throws Refused
 */
function parseHostName(field: string, text: string, entry?: number): string {
  const [, name = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  const host = name.startsWith('[') ? name.toLowerCase() : NO_HOST.test(name) ? '' : domainToASCII(name);
  if (isHost(host) && Number(port ?? 1) >= 1 && Number(port ?? 1) <= MAX_PORT) {
    return port === undefined ? host : `${host}:${port}`;
  }
  const why = host !== '' && LABEL.test(host) ? `${host} has no dot.` : '';
  throw new Refused('bad_value', {
    field,
    ...(entry !== undefined && { entry }),
    problem: `Invalid host name: ${text}. ${why}`.trimEnd(),
    fix: 'Use a name such as www.example.com, localhost or an IP address, without https:// and without a path.',
  });
}

/**
 * The domain of a project, as a host name. An address of the site is taken by its host, since people paste what their
 * browser shows.
 * @throws Refused
 */
export function parseDomain(text: string): string {
  const address = /^\s*https?:\/\//i.test(text) ? URL.parse(text) : null;
  return parseHostName('domain', address?.host ?? text);
}

/**
 * The hosts of a site, each once; null for a site that counts every host.
 * @throws Refused
 */
export function parseHostNames(given: readonly string[] | null): string[] | null {
  if (given === null) return null;
  const hosts = given.map((host, index) => parseHostName('hosts', host, index + 1));
  if (hosts.length > 0) return [...new Set(hosts)];
  throw new Refused('bad_value', {
    field: 'hosts',
    problem: 'The list of hosts is empty.',
    fix: 'Give at least one host name such as shop.example.com, or none at all to count every host.',
  });
}

function isHost(host: string): boolean {
  if (isAddress(withoutBrackets(host))) return true;
  const labels = host.split('.');
  const isNamed = labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '');
  return (
    host.length <= MAX_HOST_LENGTH &&
    labels.every((label) => LABEL.test(label)) &&
    (isNamed || host === 'localhost')
  );
}
