import type { MatchedBotRule } from '@cvq/contract';
import { count, type Writing } from './numbers.ts';

/** What a rule matches of the last days, and whether people are among it. */
export function ruleSentence(matched: MatchedBotRule['matched'], days: number, writing: Writing): string {
  if (matched === null) return 'Addresses are not stored, so what it matches cannot be counted.';
  const { requests, people, buyers } = matched;
  const many =
    requests === 0 ? 'no request' : requests === 1 ? '1 request' : `${count(requests, writing)} requests`;
  const lead = `Matches ${many} of the last ${days} days`;
  if (people === 0) return `${lead}.`;
  if (people === 1)
    return `${lead}; 1 person among them counts as a person so far${buyers === 1 ? ', and converted' : ''}.`;
  const bought = buyers === 0 ? '' : `, ${count(buyers, writing)} of whom converted`;
  return `${lead}; ${count(people, writing)} people among them count as people so far${bought}.`;
}
