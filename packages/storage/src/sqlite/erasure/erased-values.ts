import { CONVERSION_REMOVED, CONVERSION_TYPES, ERASED, PAGEVIEW } from '@cvq/contract/constants';
import type { Client, Page, Touch } from '../../event-record.ts';
import type { Naming } from '../../naming.ts';

/** What a value becomes, and how much in it named the person. */
export type Erased<Value> = { readonly value: Value; readonly named: number; readonly isChanged: boolean };

const unchanged = <Value>(value: Value): Erased<Value> => ({ value, named: 0, isChanged: false });
const changed = <Value>(value: Value, named: number): Erased<Value> => ({ value, named, isChanged: true });

/** A text, or `(erased)` where it names the person. */
export function erasedText(text: string, names: Naming): Erased<string> {
  return names(text) ? changed(ERASED, 1) : unchanged(text);
}

/** Types that reports know by name: that an id is the same word names nobody. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([PAGEVIEW, CONVERSION_REMOVED, ...CONVERSION_TYPES]);

/** The type of an event, or `(erased)` where it names the person. */
export function erasedType(type: string, names: Naming): Erased<string> {
  return KNOWN_TYPES.has(type) ? unchanged(type) : erasedText(type, names);
}

/** A page whose host or path names the person. Its address keeps the rest. */
export function erasedPage(page: Page, names: Naming): Erased<Page> {
  if (!names(page.url)) return unchanged(page);
  const hostname = page.hostname !== null && names(page.hostname) ? ERASED : page.hostname;
  const path = page.path !== null && names(page.path) ? ERASED : page.path;
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(page.url)?.[0];
  const url =
    scheme === undefined || hostname === null
      ? ERASED
      : `${scheme}${hostname}${path === ERASED ? `/${ERASED}` : (path ?? '')}`;
  return changed({ ...page, url, hostname, path }, 1);
}

/** A referrer without its query, where click ids stand. */
export function erasedReferrer(referrer: string, names: Naming): Erased<string> {
  const end = referrer.search(/[?#]/);
  const address = end === -1 ? referrer : referrer.slice(0, end);
  if (names(address)) return changed(ERASED, 1);
  return end === -1 ? unchanged(referrer) : changed(address, 0);
}

/** A touch with `(erased)` for each word that names the person. */
export function erasedTouch(touch: Touch, names: Naming): Erased<Touch> {
  const words = Object.entries(touch).map(([field, word]) => [
    field,
    typeof word === 'string' && names(word) ? ERASED : word,
  ]);
  const named = words.filter(([field, word]) => word !== touch[field as keyof Touch]).length;
  return named === 0 ? unchanged(touch) : changed(Object.fromEntries(words) as Touch, named);
}

/** A client whose header `User-Agent` names the person. What it told of browser and device stays. */
export function erasedClient(client: Client, names: Naming): Erased<Client> {
  if (client.userAgent === null || !names(client.userAgent)) return unchanged(client);
  return changed({ ...client, userAgent: ERASED }, 1);
}

/** Parsed JSON, with all texts, numbers and names of fields that name the person replaced. */
export function erasedJson(json: unknown, names: Naming): Erased<unknown> {
  if (typeof json === 'string' || typeof json === 'number')
    return names(String(json)) ? changed(ERASED, 1) : unchanged(json);
  if (typeof json !== 'object' || json === null) return unchanged(json);
  let named = 0;
  const of = (value: unknown) => {
    const erased = erasedJson(value, names);
    named += erased.named;
    return erased.value;
  };
  const value = Array.isArray(json)
    ? json.map(of)
    : Object.fromEntries(
        Object.entries(json).map(([name, field]) => {
          const isNamed = names(name);
          if (isNamed) named += 1;
          return [isNamed ? ERASED : name, of(field)];
        }),
      );
  return named === 0 ? unchanged(json) : changed(value, named);
}
