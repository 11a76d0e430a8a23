import type { Funnel, FunnelStep, Period, Question } from '@cvq/storage';
import { keptIn } from './reduce-filters.ts';
import { type Deed, deedsIn, type History } from './reduce-history.ts';
import { whoCounts } from './reduce-persons.ts';
import { byTime } from './reduce-sessions.ts';

/** How far each got, tried out from every start: the earliest of those that lead furthest is the one that counts. */
export function funnelIn(
  history: History,
  period: Period,
  question: Pick<Question, 'bots' | 'filters' | 'persons'>,
  { eventTypes, windowMs, scope }: Funnel,
): FunnelStep[] {
  const personOf = whoCounts(history.users, question);
  const whoOf = (deed: Deed) =>
    scope === 'visitor' ? personOf(deed) : deed.session?.first ? deed.session : null;
  const chosen = new Set(keptIn(history, period, question).deeds.map(whoOf));
  const deeds = deedsIn(history, period, question).toSorted((a, b) => byTime(a.event, b.event));
  const chains = [...Map.groupBy(deeds, whoOf)]
    .filter(([who]) => who !== null && chosen.has(who))
    .map(([, own]) => furthestOf(own, eventTypes, windowMs));
  return eventTypes.map((_, step) => {
    const there = chains.filter((chain) => chain.length > step);
    const pauses = there.map((chain) => (chain[step] as number) - (chain[step - 1] as number));
    return { count: there.length, medianMsFromPrevious: step === 0 ? null : medianOf(pauses) };
  });
}

function furthestOf(deeds: readonly Deed[], eventTypes: readonly string[], windowMs: number): number[] {
  const chains = deeds.map((_, start) => {
    const chain: number[] = [];
    for (const { event } of deeds.slice(start)) {
      const isNext = event.type === eventTypes[chain.length];
      if (chain.length === 0 && !isNext) break;
      if (isNext && event.at - (chain[0] ?? event.at) <= windowMs) chain.push(event.at);
    }
    return chain;
  });
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
}

function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const low = sorted[Math.ceil(sorted.length / 2) - 1];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
