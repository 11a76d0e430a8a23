import { MAX_CLICK_ID_LENGTH } from '@cvq/contract';
import { decodePercent, readParameters } from './query-parameters.ts';
import { CLICK_ID_ROWS, type ClickIdRow } from './tables/click-ids.ts';

/** Values of click ids by the names of their parameters, as their platforms write them. */
export type ClickIds = Readonly<Record<string, string>>;

const rowsByLowerName = new Map(CLICK_ID_ROWS.map((row) => [row.name.toLowerCase(), row]));

/** Names to look for in a query, in lower case. */
export const CLICK_ID_PARAMETERS: ReadonlySet<string> = new Set(rowsByLowerName.keys());

const NO_CLICK_IDS: ClickIds = Object.freeze({});

/** The click ids of an address. Values are never trimmed or lower-cased: the platforms compare them exactly. */
export function readClickIds(query: string): ClickIds {
  return clickIdsAmong(readParameters(query, CLICK_ID_PARAMETERS));
}

/** The click ids among the raw parameters of a query. An empty value is none: `gclid=` proves no click. */
export function clickIdsAmong(parameters: ReadonlyMap<string, string>): ClickIds {
  let clickIds: Record<string, string> | undefined;
  for (const [name, raw] of parameters) {
    const row = rowsByLowerName.get(name);
    if (!row || raw.length > 3 * MAX_CLICK_ID_LENGTH) continue;
    const value = decodePercent(raw);
    if (!isClickId(value)) continue;
    clickIds ??= {};
    clickIds[row.name] = value;
  }
  return clickIds ?? NO_CLICK_IDS;
}

/** The known ones among click ids that came beside an address, under the names of our table. */
export function knownClickIds(clickIds: Readonly<Record<string, unknown>>): ClickIds {
  const known: Record<string, string> = {};
  for (const [name, value] of Object.entries(clickIds)) {
    const row = rowsByLowerName.get(name.toLowerCase());
    if (row && typeof value === 'string' && isClickId(value)) known[row.name] = value;
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

/** True for what can be the value of a click id. */
export function isClickId(value: string): boolean {
  return value.trim() !== '' && value.length <= MAX_CLICK_ID_LENGTH && value.isWellFormed();
}
