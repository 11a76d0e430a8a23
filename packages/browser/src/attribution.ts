import type { Feature } from './core/feature.ts';
import { setHeadPart } from './core/head-parts.ts';
import { bornAt } from './core/id.ts';
import { identityAt } from './core/identity.ts';
import { keep, mayKeep, recall } from './core/storage.ts';
import { isOwn } from './is-own.ts';

/** Kept only while `ad_storage` is granted: see consent.ts. */
export const ATTRIBUTION_RECORD = 'cvq_ad';

/**
 * The parameters by which ad platforms and partner programmes name a click, as they write them. Those of one family,
 * which are joined here by a plus, name clicks on the same platform: the newest replaces the others.
 */
const FAMILIES =
  'gclid+gbraid+wbraid dclid fbclid ctwa_clid msclkid ttclid twclid li_fat_id rdt_cid ScCid epik yclid ysclid ' +
  'irclickid+irclid awc cjevent ranSiteID tduid obclid+dicbo tblci qclid clickid+click_id ko_click_id oppref vmcid';

const MAX_AGE_MS = 7_776_000_000;
/** A cookie holds 4 KB, and two touches go into one. */
const MAX_LENGTH = 80;

/** What brought a visitor: campaign parameters, the page that linked here, and when. */
type Touch = Record<string, string>;
type ClickId = { value: string; at: string };
/** What is known of where the visitor came from. A click id keeps its value untouched, and the time of the click. */
type Attribution = {
  click_ids: Record<string, ClickId | undefined>;
  touch?: { first?: Touch; last?: Touch };
};

let known: Attribution = { click_ids: {} };

/** Notes what this page was reached by. A referrer tells only at the start of a session. */
function arrive(): boolean {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const given: Record<string, string> = {};
  const touch: Touch = { at, referrer: document.referrer };
  let isTouch = !isOwn(document.referrer) && bornAt(identityAt(now)[1]) >= now;
  const readClickIds = (family: string) => {
    const names = family.split('+');
    if (!names.some((name) => given[name.toLowerCase()])) return;
    isTouch = true;
    for (const name of names) {
      const value = given[name.toLowerCase()];
      known.click_ids[name] = value ? { value, at } : undefined;
    }
  };
  for (const [parameter, value] of new URLSearchParams(location.search)) {
    given[parameter.toLowerCase()] = value;
    const [, campaign] = parameter.split('utm_');
    if (!campaign || !value) continue;
    touch[campaign] = value.slice(0, MAX_LENGTH);
    isTouch = true;
  }
  // Most addresses have no query, and a slow phone feels what is done for nothing.
  if (location.search) FAMILIES.split(' ').forEach(readClickIds);
  if (isTouch) known.touch = { first: touch, ...known.touch, last: touch };
  return isTouch;
}

/** Every click id that is known by name, with its value, or null where there is none. */
export function getClickIds(): Record<string, string | null> {
  return Object.fromEntries(
    FAMILIES.split(/[ +]/).map((name) => [name, known.click_ids[name]?.value || null]),
  );
}

/** Keeps click ids for 90 days, and what first and last brought the visitor; tells both with every event. */
export const attribution: Feature = () => {
  const record = recall(ATTRIBUTION_RECORD) as Attribution | null;
  if (record?.click_ids) known = record;
  for (const [name, id] of Object.entries(known.click_ids)) {
    if (!(Date.parse(id?.at as string) > Date.now() - MAX_AGE_MS)) known.click_ids[name] = undefined;
  }
  if (arrive()) keep(ATTRIBUTION_RECORD, known);
  setHeadPart('attribution', () => (mayKeep(ATTRIBUTION_RECORD) ? known : {}));
};
