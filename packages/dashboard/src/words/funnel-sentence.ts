import { sharesDiffer } from './chance.ts';
import { count, percent, type Writing } from './numbers.ts';
import type { Sentence } from './overview-sentence.ts';

/** Of a step of a funnel: what is done there, and how many got so far. */
type Step = { readonly name: string; readonly count: number };

/** What the sentence about a funnel is made of. */
export type FunnelFacts = {
  /** `in the last 30 days` */
  readonly period: string;
  /** `in the days before`; null where nothing is compared, or there are no figures of then. */
  readonly earlier: string | null;
  readonly scope: 'visitor' | 'session';
  readonly steps: readonly Step[];
  /** How many took the first and the last step then. */
  readonly before: { readonly first: number; readonly last: number } | null;
  readonly isFiltered: boolean;
};

const NOUNS = { visitor: ['person', 'people'], session: ['visit', 'visits'] } as const;

/**
 * How many of those who began got to the end; then whether that is as before, and where most of the others were lost.
 * Null where there are not two steps yet.
 */
export function funnelSentence(facts: FunnelFacts | null, writing: Writing): Sentence {
  const [first, last] = [facts?.steps[0], facts?.steps.at(-1)];
  if (!facts || !first || !last)
    return { lead: 'Pick at least two steps that people are to take.', aside: '' };
  const { period, scope, steps, isFiltered } = facts;
  const [one, many] = NOUNS[scope];
  if (first.count === 0) {
    const who = `No ${one}${isFiltered ? ' that matches the filters' : ''}`;
    return { lead: `${who} got to ${first.name} ${period}.`, aside: '' };
  }
  const began = `${count(first.count, writing)} ${first.count === 1 ? one : many}`;
  const rate = last.count / first.count;
  const ended = last.count === 0 ? 'none' : `${count(last.count, writing)} (${percent(rate, writing)})`;
  return {
    lead: `Of ${began} with ${first.name} ${period}, ${ended} got to ${last.name}.`,
    aside: [comparisonOf(facts, rate, writing), lossOf(steps)].filter(Boolean).join(' '),
  };
}

/** Between two steps alone there is nothing to choose from. */
function lossOf(steps: readonly Step[]): string {
  if (steps.length < 3) return '';
  const losses = steps.slice(1).map(({ name, count: reached }, index) => ({
    name,
    lost: (steps[index]?.count ?? 0) - reached,
  }));
  const most = losses.reduce((worst, loss) => (loss.lost > worst.lost ? loss : worst));
  return most.lost === 0 ? 'Nobody was lost on the way.' : `Most were lost before ${most.name}.`;
}

function comparisonOf({ before, earlier, steps }: FunnelFacts, rate: number, writing: Writing): string {
  if (before === null || earlier === null) return '';
  if (before.first === 0) return `Nobody began ${earlier}.`;
  const then = before.last / before.first;
  const now = { part: rate, whole: steps[0]?.count ?? 0 };
  if (!sharesDiffer(now, { part: then, whole: before.first })) return `About the same share as ${earlier}.`;
  return `That is ${rate > then ? 'more' : 'less'} than the ${percent(then, writing)} ${earlier}.`;
}
