import type { Funnel, FunnelStep, Period, Question } from '../../reports.ts';
import { filterEvents } from './filtered-events.ts';
import { furthestChain } from './furthest-chain.ts';
import { type ReportContext, type ReportRun, startRun } from './report-run.ts';

/** Events that are steps, in the order of time, of all who acted. A session acts once it has started. */
type Steps = {
  count: number;
  readonly step: Uint8Array;
  readonly at: Float64Array;
  readonly actor: Uint32Array;
};

/**
 * How far those who acted in a period got along a funnel, all steps within the period. Filters choose who is looked
 * at, by any event of theirs that fulfils them; all their events then count.
 */
export function funnel(
  context: ReportContext,
  question: Question,
  period: Period,
  { eventTypes, windowMs, scope }: Funnel,
): FunnelStep[] {
  const reached = eventTypes.map(() => ({ count: 0, pauses: [] as number[] }));
  const run = startRun(context, question, period);
  const chains = run === null ? [] : chainsOf(run, question, { eventTypes, windowMs, scope });
  for (const chain of chains) {
    for (const [step, at] of chain.entries()) {
      const own = reached[step] as (typeof reached)[number];
      own.count += 1;
      if (step > 0) own.pauses.push(at - (chain[step - 1] as number));
    }
  }
  return reached.map(({ count, pauses }) => ({ count, medianMsFromPrevious: median(pauses) }));
}

function* chainsOf(run: ReportRun, question: Question, funnel: Funnel): Iterable<readonly number[]> {
  const { steps, chosen, taken } = stepsIn(run, question, funnel);
  const { count, step, at, actor } = steps;
  const last = new Int32Array(chosen.length).fill(-1);
  const next = new Int32Array(count);
  // From the end, so that each actor's list begins with the earliest event.
  for (let index = count - 1; index >= 0; index -= 1) {
    const who = actor[index] as number;
    next[index] = last[who] as number;
    last[who] = index;
  }
  for (let who = 0; who < last.length; who += 1) {
    const first = last[who] as number;
    const kinds = taken[who] as number;
    if (chosen[who] !== 1 || (kinds & 1) === 0) continue;
    // Most take the first step and none of the others: nothing is to be tried out.
    if (kinds === 1) {
      yield [at[first] as number];
      continue;
    }
    const times: number[][] = funnel.eventTypes.map(() => []);
    const order: number[][] = funnel.eventTypes.map(() => []);
    for (let index = first; index !== -1; index = next[index] as number) {
      times[step[index] as number]?.push(at[index] as number);
      order[step[index] as number]?.push(index);
    }
    yield furthestChain({ times, order }, funnel.windowMs);
  }
}

/** The steps of all who acted, and by actor: a 1 for who is looked at, a bit for each step taken. */
function stepsIn(run: ReportRun, question: Question, { eventTypes, scope }: Funnel) {
  const { dictionaries, days } = run;
  const stepOf = new Map(eventTypes.map((type, step) => [dictionaries.idOf(type), step]));
  const steps = emptySteps(days.reduce((sum, { events }) => sum + events.count, 0));
  const room = scope === 'visitor' ? run.visitors.room : run.sessions.room;
  const chosen = new Uint8Array(room);
  const taken = new Uint16Array(room);
  filterEvents(run, question).eachDay((day, { counts, all }) => {
    const { type, time, count } = day.events;
    const own = scope === 'visitor' ? day.events.identity : day.events.session;
    const numberOf = scope === 'visitor' ? run.visitors.of(day) : run.sessions.of(day).number;
    for (let index = 0; index < count; index += 1) {
      const actor = numberOf[own[index] as number] as number;
      if (actor === 0) continue;
      if (counts[index] === 1) chosen[actor] = 1;
      const step = stepOf.get(type[index] as number);
      if (step === undefined || all[index] !== 1) continue;
      taken[actor] = (taken[actor] as number) | (1 << step);
      steps.step[steps.count] = step;
      steps.at[steps.count] = day.start + (time[index] as number);
      steps.actor[steps.count] = actor;
      steps.count += 1;
    }
  });
  return { steps, chosen, taken };
}

const emptySteps = (room: number): Steps => ({
  count: 0,
  step: new Uint8Array(room),
  at: new Float64Array(room),
  actor: new Uint32Array(room),
});

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const high = sorted[middle] as number;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] as number) + high) / 2;
}
