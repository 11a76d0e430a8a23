import { readFileSync } from 'node:fs';
import { domainsOf } from '../net/hosts.ts';

const FILE = new URL('../../data/bots/referrer-spam.txt', import.meta.url);
const SPAMMERS: ReadonlySet<string> = new Set(readFileSync(FILE, 'utf8').split('\n').filter(Boolean));

/** Whether a host, or a domain that it belongs to, is known to fake visits in order to be seen in reports. */
export function isReferrerSpam(host: string): boolean {
  for (const domain of domainsOf(host.toLowerCase())) if (SPAMMERS.has(domain)) return true;
  return false;
}
