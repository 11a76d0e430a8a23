import { MAX_CLICK_ID_LENGTH, parseTimestamp } from '@cvq/contract';
import { CLICK_ID, DIRECT, GCLID_OF_OTHERS, NONE, NOT_SET } from '@cvq/contract/constants';
import type { Clicks } from '@cvq/storage';
import { CLICK_ID_ROWS, type ClickIdRow } from './tables/click-ids.ts';

/** The words of a tagged link, as written except for space around them. Null where a link has none. */
export type Utm = {
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly term: string | null;
  readonly content: string | null;
  /** `source` or `ref`: what sites write that do not know of UTM. Weaker than all of the above. */
  readonly ref: string | null;
};

/**
 * What carries the id of a campaign at its ad platform, in the order of rank: the link's own words first, as for sources.
 * - `utm_id`: what Google Analytics takes for the id of a campaign. Templates fill it with the `{{campaign.id}}` of Meta,
 *   the `{campaignid}` of Google, the `{CampaignId}` of Microsoft or the `__CAMPAIGN_ID__` of TikTok.
 * - `gad_campaignid`: put by Google on every address that its ads lead to
 *   (https://support.google.com/google-ads/answer/16193746).
 * - `hsa_cam`: of HubSpot's tracking of ads, for Google, Meta and LinkedIn.
 * - `campaign_id`, `campaignid`: what people name it who write templates without UTM words.
 */
const CAMPAIGN_ID_PARAMETERS = ['utm_id', 'gad_campaignid', 'hsa_cam', 'campaign_id', 'campaignid'] as const;

/** What a template leaves where a platform did not know its placeholder. */
const PLACEHOLDER = /[{}]|^__.*__$/;

/** Names to look for in a query. */
const UTM_PARAMETERS: ReadonlySet<string> = new Set([
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'source',
  'ref',
]);

const LONGEST_WORD = 255;

/** More of a raw value cannot end in the word: a character takes at most 12 signs to write. */
const LONGEST_RAW = 12 * LONGEST_WORD;

/** What reports write where a word is missing. A link that says so itself has not said anything. */
const MISSING_WORDS = new Set<string>([DIRECT, NONE, NOT_SET]);

const NO_UTM: Utm = { source: null, medium: null, campaign: null, term: null, content: null, ref: null };

/** The UTM words among the raw parameters of a query. */
function utmAmong(parameters: ReadonlyMap<string, string>): Utm {
  const word = (name: string) => {
    const raw = parameters.get(name);
    return raw === undefined ? null : readWord(raw);
  };
  return {
    source: word('utm_source'),
    medium: word('utm_medium'),
    campaign: word('utm_campaign'),
    term: word('utm_term'),
    content: word('utm_content'),
    ref: word('source') ?? word('ref'),
  };
}

/** The id of the campaign, as written except for space around it. */
function campaignIdAmong(parameters: ReadonlyMap<string, string>): string | null {
  for (const name of CAMPAIGN_ID_PARAMETERS) {
    const raw = parameters.get(name);
    const word = raw === undefined ? null : readWord(raw);
    if (word !== null && !PLACEHOLDER.test(word)) return word;
  }
  return null;
}

function readWord(raw: string): string | null {
  const word = cleanWord(decodePercent(raw.slice(0, LONGEST_RAW).replaceAll('+', ' ')));
  return word === '' || MISSING_WORDS.has(word.toLowerCase()) ? null : word;
}

/** One spelling for what reads the same, in whole characters that every store can hold (none of them NUL). */
function cleanWord(text: string): string {
  const word = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .normalize('NFC')
    .trim();
  return cutWord(word);
}

/** Cut, never in the middle of a character. */
function cutWord(word: string): string {
  if (word.length <= LONGEST_WORD) return word;
  const cut = word.slice(0, LONGEST_WORD);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}

/** The form of a word that reports group by: `Spring_Sale` and `spring_sale` are one campaign. */
export function groupingForm(word: string): string {
  return cutWord(word.toLowerCase().normalize('NFC'));
}

/** What a link says: its UTM words, its click ids, and the id of its campaign where it has one. */
export type Link = {
  readonly utm: Utm;
  readonly clickIds: ClickIds;
  readonly campaignId: string | null;
  /** It says that a `gclid`, in it or beside it, is none of Google Ads. */
  readonly isGclidOfOthers: boolean;
};

/** Values of click ids by the names of their parameters, as their networks write them. */
export type ClickIds = Readonly<Record<string, string>>;

const rowsByLowerName = new Map(CLICK_ID_ROWS.map((row) => [row.name.toLowerCase(), row]));

/** Names to look for in a query, in lower case. */
const PARAMETERS: ReadonlySet<string> = new Set([
  ...rowsByLowerName.keys(),
  ...UTM_PARAMETERS,
  ...CAMPAIGN_ID_PARAMETERS,
]);

const NO_CLICK_IDS: ClickIds = Object.freeze({});

const NOTHING: Link = Object.freeze({
  utm: NO_UTM,
  clickIds: NO_CLICK_IDS,
  campaignId: null,
  isGclidOfOthers: false,
});

/** What the query of an address says of where its visit came from. */
export function readLink(query: string): Link {
  const parameters = readParameters(query);
  const isGclidOfOthers = GCLID_OF_OTHERS.test(`?${query}`);
  if (parameters.size === 0 && !isGclidOfOthers) return NOTHING;
  if (isGclidOfOthers) parameters.delete('gclid');
  return {
    utm: utmAmong(parameters),
    clickIds: clickIdsAmong(parameters),
    campaignId: campaignIdAmong(parameters),
    isGclidOfOthers,
  };
}

/**
 * The click ids among the raw parameters of a query. Values are never trimmed or lower-cased: the networks compare them
 * exactly. An empty value is none: `gclid=` proves no click.
 */
function clickIdsAmong(parameters: ReadonlyMap<string, string>): ClickIds {
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
  isGclidOfOthersByAddress: Link['isGclidOfOthers'] = false,
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
 * are those of which a page says that they are none of Google Ads.
 */
export function knownClicks(sent: SentClicks, gclidsOfOthers: ReadonlySet<string>): Clicks | null {
  const values = Object.entries(sent).map(([name, click]) => [name, click?.value] as const);
  const isGclidOfOthers = isGclidOfOthersAmong(Object.fromEntries(values));
  let known: Record<string, Clicks[string]> | null = null;
  for (const [name, click] of Object.entries(sent)) {
    const row = rowsByLowerName.get(name.toLowerCase());
    if (!row || !click || !CLICK_ID.test(click.value)) continue;
    if (row.name === 'gclid' && (isGclidOfOthers || gclidsOfOthers.has(click.value))) continue;
    known ??= {};
    known[row.name] = { value: click.value, at: parseTimestamp(click.at ?? '') };
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

/** No name that we look for is longer, encoded or with a broken separator before it. */
const LONGEST_NAME = 48;

/**
 * The wanted parameters of a query as they stand there: raw, each with its first value that is not empty. The query
 * may begin with `?` and end in a fragment. Names are compared in lower case, as mail programs and people change it.
 * A scan by hand: `URLSearchParams` decodes all that an address has before the first question can be asked.
 */
function readParameters(query: string): Map<string, string> {
  const found = new Map<string, string>();
  const hash = query.indexOf('#');
  const stop = hash === -1 ? query.length : hash;
  let start = query.startsWith('?') ? 1 : 0;
  while (start < stop) {
    let end = query.indexOf('&', start);
    if (end === -1 || end > stop) end = stop;
    const equals = query.indexOf('=', start);
    // Without any further "=" nothing that follows has a value, and looking again would cost a scan each time.
    if (equals === -1 || equals >= stop) break;
    if (equals < end && end > equals + 1 && equals - start <= LONGEST_NAME) {
      const name = parameterName(query.slice(start, equals));
      if (PARAMETERS.has(name) && !found.has(name)) found.set(name, query.slice(equals + 1, end));
    }
    // Parameters without "=" in between are passed over at once.
    start = equals > end ? query.lastIndexOf('&', equals) + 1 : end + 1;
  }
  return found;
}

/** Links that were escaped for HTML once too often say `&amp;utm_medium=`. */
function parameterName(raw: string): string {
  const name = raw.toLowerCase();
  const decoded = name.includes('%') ? decodePercent(name) : name;
  return decoded.startsWith('amp;') ? decoded.slice(4) : decoded;
}

/** Decodes once. What is not valid UTF-8 stays as it was sent, rather than being lost or refused. */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun);
  }
}

/** Without exceptions: a stranger can have thousands of broken runs in an address, and each would cost one. */
function decodeRun(run: string): string {
  const decoded = Buffer.from(run.replaceAll('%', ''), 'hex').toString();
  return decoded.includes('\ufffd') ? run : decoded;
}
