import { answerText } from './answer-text.ts';
import { type CutTexts, cutTexts } from './cut-texts.ts';

/** Text of an answer: what agents can take in at once without losing its end. In UTF-16 code units, as `length` counts. */
export const MAX_TEXT = 24_000;
/** Text and structured content together, as they are sent. */
const MAX_TOTAL = 51_000;

/** An answer as an agent gets it. */
export type AgentAnswer = Readonly<Record<string, unknown>>;

/** A list of an answer of which rows are left out. */
type ShortList = {
  readonly list: string;
  readonly rows: number;
  readonly of: number;
  readonly left_out: 'oldest' | 'last';
};

/** What a shortened answer says of itself. */
type Truncated = {
  readonly lists: readonly ShortList[];
  /** Left out where no text was cut. */
  readonly cut?: CutTexts;
  readonly how_to_get_the_rest: string;
};

type Row = Readonly<Record<string, unknown>>;
type Found = { readonly list: string; readonly rows: Row[] };

/** What rows that are in the order of time begin with. */
const TIMES = ['start', 'date'];

/** Whether an answer is short enough. */
export function isShort(answer: AgentAnswer): boolean {
  const text = answerText(answer);
  return text.length <= MAX_TEXT && text.length + JSON.stringify(text).length <= MAX_TOTAL;
}

/** An answer whose texts have so many characters at most, and which says so where one was cut. */
export function withCutTexts(whole: AgentAnswer, to: number): AgentAnswer {
  const { value, cut } = cutTexts(whole, to);
  if (cut.texts === 0) return whole;
  const truncated: Truncated = { lists: [], cut, how_to_get_the_rest: WHOLE_TEXTS };
  return { ...(value as AgentAnswer), truncated };
}

/** No tool tells a text in parts. */
const WHOLE_TEXTS = 'The dashboard and the read API have the texts that were cut.';

/** An answer that leaves out rows of another, and says so. */
export function telling(answer: AgentAnswer, whole: AgentAnswer, how_to_get_the_rest: string): AgentAnswer {
  const lists = listsOf(whole).flatMap(({ list, rows: all }) => {
    const rows = lengthAt(answer, list);
    const left_out = isInOrderOfTime(all) ? ('oldest' as const) : ('last' as const);
    return rows < all.length ? [{ list, rows, of: all.length, left_out }] : [];
  });
  return {
    ...answer,
    ...withLimitOf(whole, answer),
    truncated: {
      ...(answer.truncated as Truncated | undefined),
      lists,
      how_to_get_the_rest,
    } satisfies Truncated,
  };
}

/** The limit that was asked for, which the rows that fit are fewer than. */
function withLimitOf(whole: AgentAnswer, { meta }: AgentAnswer): AgentAnswer {
  const { limit } = (whole.meta ?? {}) as { readonly limit?: number };
  return limit === undefined ? {} : { meta: { ...(meta as object), limit } };
}

/** An answer, and the one with all rows, which may be the same. */
type Shortened = { readonly answer: AgentAnswer; readonly whole: AgentAnswer };

/**
 * An answer with whole rows left out of its longest lists, until it is short: the oldest of what is in the order of time,
 * else the last. Null where no rows are left to leave out.
 */
export function shorten({ answer, whole }: Shortened, how_to_get_the_rest: string): AgentAnswer | null {
  const copy = structuredClone(answer);
  const lists = listsOf(copy);
  for (;;) {
    const short = telling(copy, whole, how_to_get_the_rest);
    if (isShort(short)) return short;
    if (!leaveOut(lists, Math.max(1, sizeOf(short) - MAX_TEXT))) return null;
  }
}

/** Whether a list of an answer has all rows that another has. */
export function hasAllOf(short: AgentAnswer, whole: AgentAnswer, list: string): boolean {
  return lengthAt(short, list) === lengthAt(whole, list);
}

/** How many rows of a list fit into a short answer. */
export function rowsThatFit(whole: AgentAnswer, list: string): number {
  const short = shorten({ answer: whole, whole }, SPARE);
  return short === null ? 0 : lengthAt(short, list);
}

/** Leaves out rows of so many characters, each of the lists that are the longest then. False where there are none. */
function leaveOut(lists: readonly Found[], characters: number): boolean {
  const sized = together(lists).map((rows) => ({
    rows,
    size: rows.reduce((sum, list) => sum + sizeOf(list), 0),
    isOldestFirst: rows.some(isInOrderOfTime),
  }));
  let left = characters;
  while (left > 0) {
    const longest = sized.reduce((most, next) => (next.size > most.size ? next : most), NOTHING);
    const size = leaveOutPlace(longest);
    if (size === 0) return left < characters;
    longest.size -= size;
    left -= size;
  }
  return true;
}

const NOTHING = { rows: [] as Row[][], size: 2, isOldestFirst: false };

/** The rows of lists by those that stand beside each other, place by place: a period and the earlier one. */
function together(lists: readonly Found[]): Row[][][] {
  const ofPeriod = ({ list }: Found) => list.replace(/\bbefore\./, '');
  return [...Map.groupBy(lists, ofPeriod).values()].map((group) => group.map(({ rows }) => rows));
}

/** Leaves out one place of lists that stand beside each other: how many characters that were. */
function leaveOutPlace({ rows, isOldestFirst }: Pick<typeof NOTHING, 'rows' | 'isOldestFirst'>): number {
  const places = Math.max(...rows.map(({ length }) => length));
  const left = isOldestFirst
    ? rows.map((list) => list.shift())
    : rows.map((list) => (list.length === places ? list.pop() : undefined));
  return left.reduce((sum, row) => sum + (row === undefined ? 0 : sizeOf(row) + 1), 0);
}

/** Whether rows have times, the oldest first. Annotations begin with the latest. */
function isInOrderOfTime(rows: readonly Row[]): boolean {
  const [first, last] = [rows[0] ?? {}, rows.at(-1) ?? {}];
  return TIMES.some((name) => name in first && String(first[name]) < String(last[name]));
}

/** The lists of rows of an answer that are in no row themselves, with their paths. */
function listsOf(value: unknown, path: readonly string[] = []): Found[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([name, part]) => listsOf(part, [...path, name]));
  const isOfRows = value.length > 0 && value.every((row) => typeof row === 'object' && row !== null);
  return isOfRows ? [{ list: path.join('.'), rows: value }] : [];
}

function lengthAt(answer: AgentAnswer, list: string): number {
  const found = list
    .split('.')
    .reduce<unknown>((part, name) => (part as AgentAnswer | undefined)?.[name], answer);
  return Array.isArray(found) ? found.length : 0;
}

function sizeOf(value: unknown): number {
  return answerText(value).length;
}

/** Room for figures that have more digits when there are fewer rows. */
const SPARE = ' '.repeat(400);
