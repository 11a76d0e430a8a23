import { DAY_MS } from '@cvq/contract/constants';
import type { Funnel, FunnelStep, Period, Question } from '../../../reports.ts';
import { workingMemory } from '../../working-memory.ts';
import { filterEvents } from '../filters/filtered-events.ts';
import { Scratch } from '../numbers/scratch.ts';
import { type ReportContext, type ReportRun, startRun } from '../report-run.ts';
import { ChainFinder } from './chain-finder.ts';
import { type Chosen, FirstChains, isChosen } from './first-chains.ts';
import { FunnelSteps } from './funnel-steps.ts';
import { Pauses } from './pauses.ts';
import { type StepsByType, stepOfType, stepsByType } from './steps-by-type.ts';
import { type Acted, WhoActs } from './who-acts.ts';

/** How many got to a step, and how long each took from the step before. */
type Reached = { count: number; readonly pauses: Pauses };

type Acting = {
  readonly run: ReportRun;
  readonly question: Question;
  readonly funnel: Funnel;
  readonly stepOf: StepsByType;
  readonly who: WhoActs;
};

/**
 * How far those who acted in a period got along a funnel, all steps within the period. Filters choose who is looked
 * at, by any event of theirs that fulfils them; all their events then count.
 */
export function funnel(
  context: ReportContext,
  question: Question,
  period: Period,
  funnel: Funnel,
): FunnelStep[] {
  const run = startRun(context, question, period);
  const acting = {
    run,
    question,
    funnel,
    stepOf: stepsByType(run.dictionaries, funnel),
    who: new WhoActs(run, funnel),
  };
  const { chosen, chains } = firstChains(acting);
  const reached = funnel.eventTypes.map((_, step): Reached => {
    if (step === 0) return { count: chains.starts(chosen), pauses: new Pauses() };
    const pauses = chains.pausesOf(step, chosen);
    return { count: pauses.length, pauses: new Pauses(pauses) };
  });
  if (chains.undecided > 0) addUndecided(acting, { chosen, chains }, reached);
  return reached.map(({ count, pauses }) => ({ count, medianMsFromPrevious: pauses.median() }));
}

/** The chain from the first start of each actor, and who is looked at: a session acts once it has started. */
function firstChains({ run, question, funnel, stepOf, who }: Acting) {
  const { filters = [] } = question;
  const { room, ofOneDay } = who;
  const chosen: Chosen = filters.length === 0 ? null : workingMemory.uint8(room);
  const steps = funnel.eventTypes.length;
  const chains = new FirstChains({ steps, windowMs: funnel.windowMs, span: spanOf(run), room, ofOneDay });
  const startedOfDay = new Scratch();
  filterEvents(run, question).eachDay((day, { counts, all }) => {
    const acted = who.of(day);
    if (chosen !== null) choose(chosen, { ...acted, counts, count: day.events.count, ofOneDay });
    chains.addDay(day, { ...acted, all, stepOf, started: startedOfDay.bytes(acted.numbers.length) });
  });
  return { chosen, chains };
}

/** From the start of the first day to the end of the last. */
function spanOf({ days }: ReportRun): Period {
  const [first, last] = [days[0], days.at(-1)];
  return first && last ? { from: first.start, to: last.start + DAY_MS } : { from: 0, to: 0 };
}

type ActedOn = Acted & { readonly counts: Uint8Array; readonly count: number; readonly ofOneDay: number };

/** Marks those who did anything that counts. Those of this day alone who did not are nobody, and those who did need no mark. */
function choose(chosen: Uint8Array, { counts, count, places, numbers, ofOneDay }: ActedOn): void {
  for (let index = 0; index < count; index += 1)
    if (counts[index] === 1) chosen[numbers[places[index] as number] as number] = 1;
  chosen[0] = 1;
  if (ofOneDay >= chosen.length) return;
  for (let place = 1; place < numbers.length; place += 1) {
    const actor = numbers[place] as number;
    if (actor < ofOneDay) continue;
    if (chosen[actor] === 0) numbers[place] = 0;
    chosen[actor] = 0;
  }
}

type Found = { readonly chosen: Chosen; readonly chains: FirstChains };

/** Of the actors whom a later start may have led further, all steps are looked at. */
function addUndecided(acting: Acting, found: Found, reached: readonly Reached[]): void {
  const { step, at, ends } = stepsOfUndecided(acting, found).byActor(acting.who.room);
  const finder = new ChainFinder({ steps: reached.length, windowMs: acting.funnel.windowMs });
  let from = 0;
  for (let actor = 0; actor < acting.who.room; actor += 1) {
    const to = ends[actor] as number;
    if (to > from) addChain(finder.find({ step, at, from, to }), reached);
    from = to;
  }
}

function stepsOfUndecided({ run, question, stepOf, who }: Acting, { chosen, chains }: Found): FunnelSteps {
  const steps = new FunnelSteps();
  filterEvents(run, { ...question, filters: [] }).eachDay((day, { all }) => {
    const { type, time, count } = day.events;
    const { places, numbers } = who.of(day);
    for (let index = 0; index < count; index += 1) {
      const step = stepOfType(stepOf, type[index] as number);
      if (step === 0 || all[index] !== 1) continue;
      const actor = numbers[places[index] as number] as number;
      if (chains.isUndecided(actor) && isChosen(chosen, actor))
        steps.add(step - 1, day.start + (time[index] as number), actor);
    }
  });
  return steps;
}

function addStep(reached: readonly Reached[], step: number, pause: number): void {
  const own = reached[step] as Reached;
  own.count += 1;
  if (step > 0) own.pauses.add(pause);
}

function addChain(chain: Float64Array, reached: readonly Reached[]): void {
  for (const [step, at] of chain.entries())
    addStep(reached, step, step > 0 ? at - (chain[step - 1] as number) : 0);
}
