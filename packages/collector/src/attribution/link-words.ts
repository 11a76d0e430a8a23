import { DIRECT, NONE, NOT_SET } from '@cvq/contract/constants';
import { CAMPAIGN_ID_PARAMETERS, decodePercent } from './link-parameters.ts';

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

/** What a template leaves where a platform did not know its placeholder. */
const PLACEHOLDER = /[{}]|^__.*__$/;

const LONGEST_WORD = 255;

/** More of a raw value cannot end in the word: a character takes at most 12 signs to write. */
const LONGEST_RAW = 12 * LONGEST_WORD;

/** What reports write where a word is missing. A link that says so itself has not said anything. */
const MISSING_WORDS = new Set<string>([DIRECT, NONE, NOT_SET]);

export const NO_UTM: Utm = {
  source: null,
  medium: null,
  campaign: null,
  term: null,
  content: null,
  ref: null,
};

/** The UTM words among the raw parameters of a query. */
export function utmAmong(parameters: ReadonlyMap<string, string>): Utm {
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
export function campaignIdAmong(parameters: ReadonlyMap<string, string>): string | null {
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
