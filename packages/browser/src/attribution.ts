import {
  ATTRIBUTION_WINDOW_MS,
  CLICK_ID,
  CLICK_ID_FAMILIES,
  CLICKS_RECORD,
  GCLID_OF_OTHERS,
  HASH_ROUTE,
  MAX_CLICK_AHEAD_MS,
} from '@cvq/contract/constants';
import type { Feature } from './core/feature.ts';
import { setHeadPart } from './core/head-parts.ts';
import { bornAt } from './core/id.ts';
import { identityAt } from './core/identity.ts';
import { json } from './core/json.ts';
import { now } from './core/now.ts';
import { beforeTasks } from './core/start.ts';
import { isForbidden, mayStore, readStored, store } from './core/storage.ts';

/** What fits into the 4 KB of a cookie, with its attributes. */
const MAX_RECORD_LENGTH = 3500;

/** A click id keeps its value untouched, and the time of the click. */
type ClickId = { value: string; at: string };

let known: Record<string, ClickId> | undefined;

function isClickId({ value, at }: Partial<ClickId>): boolean {
  const age = now() - Date.parse(at as string);
  return (
    typeof value === 'string' &&
    // What a program wrote that had none must not replace a real one.
    CLICK_ID.test(value) &&
    `${at}`.length < 30 &&
    age < ATTRIBUTION_WINDOW_MS &&
    age > -MAX_CLICK_AHEAD_MS
  );
}

/**
 * Adds click ids, whose names may be in any case. Those of a family replace what is known of it, unless that is of a later
 * click; junk replaces nothing. A click of this moment is the latest, also where a clock was ahead before.
 */
function add(given: Iterable<readonly [name: string, id: unknown]>, isOfNow?: boolean): boolean {
  const all = known as Record<string, ClickId>;
  const byName: Partial<Record<string, ClickId>> = Object.fromEntries(
    [...given].map(([name, id]) => [name.toLowerCase(), Object(id)]),
  );
  let isNew = false;
  // Most pages know of none, and a slow phone feels the look at each name.
  if (!Object.keys(byName).length) return isNew;
  for (const family of CLICK_ID_FAMILIES.split(' ')) {
    const names = family.split('+');
    const ids = names.map((name) => byName[name.toLowerCase()]).map((id) => id && isClickId(id) && id);
    const isLatest = ({ at }: ClickId) => isOfNow || names.every((name) => !(at < (all[name]?.at || '')));
    if (!ids.some((id) => id && isLatest(id))) continue;
    isNew = true;
    names.forEach((name, place) => {
      const id = ids[place];
      if (id) all[name] = { value: id.value, at: id.at };
      else delete all[name];
    });
  }
  return isNew;
}

/** The newest of what is known, as much as fits. */
function storeClickIds(): void {
  const entries = Object.entries(known as Record<string, ClickId>);
  entries.sort(([, one], [, other]) => Date.parse(other.at) - Date.parse(one.at));
  while (encodeURIComponent(json(entries)).length > MAX_RECORD_LENGTH) entries.pop();
  known = Object.fromEntries(entries);
  store(CLICKS_RECORD, { click_ids: known });
}

/** Adds the click ids of a record. A record may be what another version or somebody else has written. */
function addRecord(record: unknown): void {
  add(Object.entries(Object(Object(record).click_ids)));
}

function load(): void {
  if (known) return;
  known = {};
  addRecord(readStored(CLICKS_RECORD));
}

/** An opt-out forgets the clicks too: whoever is tracked after its end is somebody else. */
function heedOptOut(): void {
  if (isForbidden) known = {};
}

/** The click ids that the page's address names. */
function addAddress(): boolean {
  const { hash, search } = location;
  const ofRoute = HASH_ROUTE.exec(hash)?.[2];
  // Most addresses have no query, and a slow phone feels what is done for nothing.
  if (!search && !ofRoute) return false;
  const said = `${search}&${ofRoute || ''}`;
  const at = new Date().toISOString();
  // A plus is a sign of base64, and no space.
  const query = new URLSearchParams(said.replace(/\+/g, '%2B'));
  if (GCLID_OF_OTHERS.test(said)) query.delete('gclid');
  return add(
    [...query].map(([name, value]) => [name, { value, at }]),
    true,
  );
}

/** Takes over the click ids that a link from another domain carries. */
export function takeOverClickIds(record: unknown): void {
  load();
  addRecord(record);
  storeClickIds();
}

/** Every click id that is known by name, with its value, or null where there is none. */
export function getClickIds(): Record<string, string | null> {
  return Object.fromEntries(
    CLICK_ID_FAMILIES.split(/[ +]/).map((name) => [
      name,
      (mayStore(CLICKS_RECORD) && known?.[name]?.value) || null,
    ]),
  );
}

/** Keeps click ids for 90 days, and tells them with every event. */
export const attribution: Feature = () => {
  beforeTasks(heedOptOut);
  load();
  const isNew = addAddress();
  const isAny = Object.keys(known as object).length > 0;
  const at = now();
  // Once in a session the cookie's life begins anew.
  if (isNew || (isAny && bornAt(identityAt(at)[1]) >= at)) storeClickIds();
  setHeadPart('attribution', () =>
    mayStore(CLICKS_RECORD) && Object.keys(known as object).length
      ? { click_ids: known as Record<string, ClickId> }
      : {},
  );
};
