import { isAddress, withoutBrackets } from './address.ts';

/** An address as proxies and backends write it: some add the port of the client, and brackets to an address of IPv6. */
export function withoutPort(text: string): string {
  const [, address = text] = /^(\[[^\]]*\]|[^:]*):\d+$/.exec(text) ?? [];
  return withoutBrackets(address);
}

/** `X-Forwarded-For` without ports, which tell nothing of a client and differ from one connection to the next. */
export function withoutPorts(forwarded: string): string {
  return forwarded
    .split(',')
    .map((each) => withoutPort(each.trim()))
    .join(', ');
}

/** The address that a text names: the first, where it is a whole `X-Forwarded-For`. Null where that is no address. */
export function namedAddress(text: string): string | null {
  const [first = ''] = text.split(',', 1);
  const address = withoutPort(first.trim());
  return isAddress(address) ? address : null;
}
