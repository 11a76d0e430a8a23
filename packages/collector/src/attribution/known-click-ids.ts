import { MAX_CLICK_ID_LENGTH, parseTimestamp } from '@cvq/contract';
import { CLICK_ID, GCLID_OF_OTHERS } from '@cvq/contract/constants';
import type { Clicks } from '@cvq/storage';
import { decodePercent, readParameters } from './link-parameters.ts';
import { CLICK_ID_ROWS, type ClickIdRow } from './tables/click-ids.ts';

/** Values of click ids by the names of their parameters, as their networks write them. */
export type ClickIds = Readonly<Record<string, string>>;

const rowsByLowerName = new Map(CLICK_ID_ROWS.map((row) => [row.name.toLowerCase(), row]));

export const NO_CLICK_IDS: ClickIds = Object.freeze({});

/**
 * The click ids among the raw parameters of a query. Values are never trimmed or lower-cased: the networks compare them
 * exactly. An empty value is none: `gclid=` proves no click.
 */
export function clickIdsAmong(parameters: ReadonlyMap<string, string>): ClickIds {
  let clickIds: Record<string, string> | undefined;
  for (const [name, raw] of parameters) {
    const row = rowsByLowerName.get(name);
    if (!row || raw.length > 3 * MAX_CLICK_ID_LENGTH) continue;
    const value = decodePercent(raw);
    if (!CLICK_ID.test(value)) continue;
    clickIds ??= {};
    clickIds[row.name] = value;
  }
  return clickIds ?? NO_CLICK_IDS;
}

/** The `gclid` of an address that says that it is none of Google Ads; null for any other address. */
export function gclidOfOthersIn(address: string): string | null {
  if (!GCLID_OF_OTHERS.test(address)) return null;
  const raw = readParameters(address.slice(address.indexOf('?') + 1)).get('gclid');
  return raw === undefined ? null : decodePercent(raw);
}

/** True where a `gclsrc` stands among fields that says that the `gclid` among them is none of Google Ads. */
function isGclidOfOthersAmong(fields: Readonly<Record<string, unknown>>): boolean {
  for (const name in fields) {
    const value = fields[name];
    if (name.toLowerCase() === 'gclsrc' && typeof value === 'string')
      return GCLID_OF_OTHERS.test(`?gclsrc=${value.trim()}`);
  }
  return false;
}

/**
 * The known ones among click ids that came beside an address, under the names of our table. Either may say that the `gclid`
 * is none of Google Ads.
 */
export function knownClickIds(
  clickIds: Readonly<Record<string, unknown>>,
  isGclidOfOthersByAddress = false,
): ClickIds {
  const isGclidOfOthers = isGclidOfOthersByAddress || isGclidOfOthersAmong(clickIds);
  let known: Record<string, string> | undefined;
  for (const name in clickIds) {
    const row = rowsByLowerName.get(name.toLowerCase());
    const value = clickIds[name];
    if (!row || typeof value !== 'string' || !CLICK_ID.test(value) || !Object.hasOwn(clickIds, name))
      continue;
    if (isGclidOfOthers && row.name === 'gclid') continue;
    known ??= {};
    known[row.name] = value;
  }
  return known ?? NO_CLICK_IDS;
}

type SentClicks = Readonly<
  Record<string, { readonly value: string; readonly at?: string | null | undefined } | null | undefined>
>;

/**
 * The known ones among click ids that the SDK kept from earlier page views, with their times; null for none. `gclidsOfOthers`
 * are those of which a page says that they are none of Google Ads, `clockError` is what to add to times of the browser's clock.
 */
export function knownClicks(
  sent: SentClicks,
  gclidsOfOthers: ReadonlySet<string>,
  clockError: number,
): Clicks | null {
  const values = Object.entries(sent).map(([name, click]) => [name, click?.value] as const);
  const isGclidOfOthers = isGclidOfOthersAmong(Object.fromEntries(values));
  let known: Record<string, Clicks[string]> | null = null;
  for (const [name, click] of Object.entries(sent)) {
    const row = rowsByLowerName.get(name.toLowerCase());
    if (!row || !click || !CLICK_ID.test(click.value)) continue;
    if (row.name === 'gclid' && (isGclidOfOthers || gclidsOfOthers.has(click.value))) continue;
    known ??= {};
    const stated = parseTimestamp(click.at ?? '');
    known[row.name] = { value: click.value, at: stated === null ? null : stated + clockError };
  }
  return known;
}

/**
 * The click id that tells where a visit came from: the one that ranks first in the table. Those that prove a click
 * stand before those that do not, since links with a `gclid` get shared on networks that add their own.
 */
export function decidingClickId(clickIds: ClickIds): ClickIdRow | null {
  if (clickIds === NO_CLICK_IDS) return null;
  return CLICK_ID_ROWS.find(({ name }) => Object.hasOwn(clickIds, name)) ?? null;
}
