import { DAY, HOUR } from '../../../test/builders/event-records.ts';
import type { MeasuredCollector } from '../measure/collector.ts';
import { rotating } from '../measure/rotating.ts';
import { ANALYSTS_QUESTIONS } from '../questions/analysts-questions.ts';
import { pathOf } from '../questions/path-of.ts';

type Team = {
  readonly count: number;
  readonly collector: MeasuredCollector;
  readonly project: string;
  /** Divided among them: each has quotas of its own. */
  readonly keys: readonly string[];
};

/**
 * So many analysts ask the twelve kinds of question without pause, each from another one on, until the time is over.
 * Resolves to what the questions took, in milliseconds.
 */
export async function analysts(team: Team, ms: number): Promise<number[]> {
  const until = performance.now() + ms;
  const asking = Array.from({ length: team.count }, (_, index) => analyst(team, index, until));
  return (await Promise.all(asking)).flat();
}

async function analyst(
  { collector, project, keys, count }: Team,
  index: number,
  until: number,
): Promise<number[]> {
  const nextKey = rotating(keys.filter((_, place) => place % count === index % keys.length));
  const times: number[] = [];
  for (let asked = index; performance.now() < until; asked += 1) {
    const question = ANALYSTS_QUESTIONS[
      asked % ANALYSTS_QUESTIONS.length
    ] as (typeof ANALYSTS_QUESTIONS)[number];
    const { wallMs } = await collector.ask(pathOf(question, project, today()), nextKey());
    times.push(wallMs);
  }
  return times;
}

/** Periods that end with the present day, in the time zone of the projects, which is up to two hours ahead. */
export function today(): { readonly end: number } {
  return { end: (Math.floor((Date.now() + 2 * HOUR) / DAY) + 1) * DAY };
}
