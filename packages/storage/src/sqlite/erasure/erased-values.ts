import { ERASED } from '@cvq/contract/constants';
import type { Page, Touch } from '../../event-record.ts';
import type { Naming } from './naming.ts';

/** What a value becomes, and how many in it named the person; the value itself where none did. */
export type Erased<Value> = { readonly value: Value; readonly named: number };

export function erasedText(text: string, names: Naming): Erased<string> {
  return names(text) ? { value: ERASED, named: 1 } : { value: text, named: 0 };
}

/** A page whose host or path names the person. Its address keeps the rest. */
export function erasedPage(page: Page, names: Naming): Erased<Page> {
  if (!names(page.url)) return { value: page, named: 0 };
  const hostname = page.hostname !== null && names(page.hostname) ? ERASED : page.hostname;
  const path = page.path !== null && names(page.path) ? ERASED : page.path;
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(page.url)?.[0];
  const url =
    scheme === undefined || hostname === null
      ? ERASED
      : `${scheme}${hostname}${path === ERASED ? `/${ERASED}` : (path ?? '')}`;
  return { value: { ...page, url, hostname, path }, named: 1 };
}

/** A referrer without its query, where click ids stand. */
export function erasedReferrer(referrer: string, names: Naming): Erased<string> {
  const end = referrer.search(/[?#]/);
  return erasedText(end === -1 ? referrer : referrer.slice(0, end), names);
}

export function erasedTouch(touch: Touch, names: Naming): Erased<Touch> {
  let named = 0;
  const words = Object.entries(touch).map(([field, word]) => {
    if (typeof word !== 'string' || !names(word)) return [field, word];
    named += 1;
    return [field, ERASED];
  });
  return named === 0 ? { value: touch, named } : { value: Object.fromEntries(words) as Touch, named };
}

/** Parsed JSON, with all texts, numbers and names of fields that name the person replaced. */
export function erasedJson(json: unknown, names: Naming): Erased<unknown> {
  if (typeof json === 'string') return erasedText(json, names);
  if (typeof json === 'number')
    return names(String(json)) ? { value: ERASED, named: 1 } : { value: json, named: 0 };
  if (typeof json !== 'object' || json === null) return { value: json, named: 0 };
  let named = 0;
  const of = (value: unknown) => {
    const erased = erasedJson(value, names);
    named += erased.named;
    return erased.value;
  };
  if (Array.isArray(json)) {
    const list = json.map(of);
    return { value: named === 0 ? json : list, named };
  }
  const fields = Object.entries(json).map(([name, value]) => {
    const isNamed = names(name);
    if (isNamed) named += 1;
    return [isNamed ? ERASED : name, of(value)];
  });
  return { value: named === 0 ? json : Object.fromEntries(fields), named };
}
