import type { MatchedBotRule } from '@cvq/contract';
import { count, type Writing } from './numbers.ts';

/** Over how many days, and how it is written. */
type Telling = { readonly days: number; readonly writing: Writing };

/** What a rule matches of the last days, and whether people are among it. */
export function ruleSentence(matched: MatchedBotRule['matched'], telling: Telling): string {
  return matched === null ? NOT_COUNTED : `${sentenceOf('Matches', matched, telling)}.`;
}

/** What a rule that somebody thinks of would have matched. */
export function previewSentence(matched: MatchedBotRule['matched'], telling: Telling): string {
  return matched === null ? NOT_COUNTED : `${sentenceOf('Would have matched', matched, telling)}.`;
}

const NOT_COUNTED = 'Addresses are not stored, so what it matches cannot be counted.';

function sentenceOf(
  verb: string,
  { requests, people, buyers }: NonNullable<MatchedBotRule['matched']>,
  { days, writing }: Telling,
): string {
  const many =
    requests === 0 ? 'no request' : requests === 1 ? '1 request' : `${count(requests, writing)} requests`;
  const lead = `${verb} ${many} of the last ${days} days`;
  if (people === 0) return lead;
  if (people === 1)
    return `${lead}; 1 person among them counts as a person so far${buyers === 1 ? ', and converted' : ''}`;
  const bought = buyers === 0 ? '' : `, ${count(buyers, writing)} of whom converted`;
  return `${lead}; ${count(people, writing)} people among them count as people so far${bought}`;
}
