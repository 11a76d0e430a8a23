import { invoke } from './core/invoke.ts';

/** An address taken apart, as this page reads it. Not by `URL`, since many pages have an address of theirs in that variable. */
export function partsOf(address: string): HTMLAnchorElement {
  return Object.assign(invoke(document, 'createElement', 'a') as HTMLAnchorElement, { href: address });
}
