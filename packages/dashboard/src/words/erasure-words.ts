import type { ErasedPersonBody, Erasure, ErasurePreviewResponse } from '@cvq/contract';
import { count, type Writing } from './numbers.ts';
import type { Sentence } from './overview-sentence.ts';

export type ErasureNumbers = NonNullable<ErasurePreviewResponse['data']>;

/** What names a person, in words. */
export const NAMED_BY: Readonly<Record<ErasedPersonBody['by'], string>> = {
  user_id: 'a user id',
  email: 'an e-mail address',
  visitor_id: 'a visitor id',
};

const GOES: readonly (readonly [name: keyof ErasureNumbers, one: string, many: string])[] = [
  ['events', 'event, which stays counted', 'events, which stay counted'],
  ['conversions', 'conversion among them', 'conversions among them'],
  ['sessions', 'session', 'sessions'],
  ['visitors', 'device of this person alone', 'devices of this person alone'],
  ['values', 'value that reads (erased)', 'values that read (erased)'],
  ['texts', 'text of your team that names the person', 'texts of your team that name the person'],
  ['user_data', 'record of hashed user data', 'records of hashed user data'],
  ['deliveries', 'webhook delivery that loses the person', 'webhook deliveries that lose the person'],
  ['ad_deliveries', 'delivery to an ad platform', 'deliveries to ad platforms'],
];

/** What an erasure takes, a line for each kind of which there is any. */
export function erasureLines(numbers: ErasureNumbers, writing: Writing): string[] {
  return GOES.filter(([name]) => numbers[name] > 0).map(
    ([name, one, many]) => `${count(numbers[name], writing)} ${numbers[name] === 1 ? one : many}`,
  );
}

/** What becomes of what a team wrote. */
export const TEAM_TEXTS =
  'Segments, saved funnels, annotations and the audit log read (erased) where they name the person by an id of at least five characters; bot rules ' +
  'that do are removed.';

/** What ad platforms keep, or may keep; null where they have taken nothing. */
export function takenWords(
  { ad_deliveries_taken: taken, ad_deliveries_maybe_taken: maybe }: ErasureNumbers,
  writing: Writing,
): string | null {
  if (taken + maybe === 0) return null;
  const told = taken || maybe;
  const what = `${told === 1 ? '1 conversion' : `${count(told, writing)} conversions`} of this person`;
  const more = maybe === 0 ? '' : `, and may have taken ${count(maybe, writing)} more`;
  const said = taken === 0 ? `may have taken ${what}` : `have taken ${what}${more}`;
  return `Ad platforms ${said}. That cannot be called back: ask them to erase it.`;
}

/** What an address was not looked for in; null where it was looked for in everything. */
export function unreadableWords(unreadable: number | null, writing: Writing): string | null {
  if (!unreadable) return null;
  const events = unreadable === 1 ? '1 event' : `${count(unreadable, writing)} events`;
  return `The user data of ${events} cannot be read, since its secret is lost: whoever is only there is found by a user id or a visitor id.`;
}

/** What became of an erasure, or how far it is. */
export function erasureState(erasure: Erasure, writing: Writing): string {
  const { finished_at: finishedAt, events_so_far: soFar, erased, attempts } = erasure;
  if (finishedAt === null && soFar === null) return 'Waits for its turn.';
  if (finishedAt === null) return `Under way: ${count(soFar, writing)} events are done.`;
  if (erased === null) return attempts > 1 ? 'Done, after an interruption.' : 'Nobody was found.';
  const parts = erasureLines(erased, writing).join(' · ');
  return attempts > 1 ? `${parts}. It was interrupted: these are of what was left.` : `${parts}.`;
}

/** How many people were erased, and whether one still is to be. */
export function erasuresSentence(all: readonly Erasure[], writing: Writing): Sentence {
  const aside = `Who it was goes for good; what the person did stays counted, so that reports stay as they are. ${TEAM_TEXTS}`;
  const open = all.filter((one) => one.finished_at === null).length;
  if (open > 0)
    return {
      lead: open === 1 ? 'An erasure is under way.' : `${count(open, writing)} erasures are under way.`,
      aside,
    };
  const done = all.filter(({ erased }) => erased !== null).length;
  if (done === 0) return { lead: 'Nobody has been erased.', aside };
  return {
    lead: done === 1 ? 'One person has been erased.' : `${count(done, writing)} people have been erased.`,
    aside,
  };
}
