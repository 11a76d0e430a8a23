import { domainToASCII } from 'node:url';
import { CommandFailed } from '../cli/command-failed.ts';
import { isAddress, withoutBrackets } from '../net/address.ts';

const MAX_LENGTH = 253;
const MAX_PORT = 65_535;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * A host of a site as it is stored: in small letters, and in ASCII as browsers have it. It has a dot, or is an address or
 * `localhost`, which are for development: a word alone is a domain that was cut off.
 * @throws CommandFailed naming the option
 */
export function hostName(option: string, text: string): string {
  const [, name = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  const host = name.startsWith('[') ? name.toLowerCase() : domainToASCII(name);
  if (isHost(host) && Number(port ?? 1) >= 1 && Number(port ?? 1) <= MAX_PORT) {
    return port === undefined ? host : `${host}:${port}`;
  }
  const hint = host !== '' && LABEL.test(host) ? ` ${host} has no dot.` : '';
  throw new CommandFailed(
    `${option}: give host names such as www.example.com, without https:// or a path, localhost or an address.${hint}`,
  );
}

function isHost(host: string): boolean {
  if (isAddress(withoutBrackets(host))) return true;
  const labels = host.split('.');
  const isNamed = labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '');
  return (
    host.length <= MAX_LENGTH &&
    labels.every((label) => LABEL.test(label)) &&
    (isNamed || host === 'localhost')
  );
}
