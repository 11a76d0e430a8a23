import { CLICK_ID_ROWS } from './tables/click-ids.ts';

/**
 * What carries the id of a campaign at its ad platform, in the order of rank: the link's own words first, as for sources.
 * - `utm_id`: what Google Analytics takes for the id of a campaign. Templates fill it with the `{{campaign.id}}` of Meta,
 *   the `{campaignid}` of Google, the `{CampaignId}` of Microsoft or the `__CAMPAIGN_ID__` of TikTok.
 * - `gad_campaignid`: put by Google on every address that its ads lead to
 *   (https://support.google.com/google-ads/answer/16193746).
 * - `hsa_cam`: of HubSpot's tracking of ads, for Google, Meta and LinkedIn.
 * - `campaign_id`, `campaignid`: what people name it who write templates without UTM words.
 */
export const CAMPAIGN_ID_PARAMETERS = [
  'utm_id',
  'gad_campaignid',
  'hsa_cam',
  'campaign_id',
  'campaignid',
] as const;

const UTM_PARAMETERS: ReadonlySet<string> = new Set([
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'source',
  'ref',
]);

/** Names to look for in a query, in lower case. */
const PARAMETERS: ReadonlySet<string> = new Set([
  ...CLICK_ID_ROWS.map(({ name }) => name.toLowerCase()),
  ...UTM_PARAMETERS,
  ...CAMPAIGN_ID_PARAMETERS,
]);

/** No name that we look for is longer, encoded or with a broken separator before it. */
const LONGEST_NAME = 48;

/**
 * The wanted parameters of a query as they stand there: raw, each with its first value that is not empty. The query
 * may begin with `?` and end in a fragment. Names are compared in lower case, as mail programs and people change it.
 * A scan by hand: `URLSearchParams` decodes all that an address has before the first question can be asked.
 */
export function readParameters(query: string): Map<string, string> {
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
export function decodePercent(text: string): string {
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
