import { DAY_MS } from '@cvq/contract/constants';
import { creditWindow } from '../../../attribution/credit-rule.ts';
import { type Day, KEPT } from '../../days/day.ts';
import type { Moment } from '../persons/learning.ts';
import type { ReportRun } from '../report-run.ts';

/** What each sale of a day is credited to, by its place among them: the touch by id, and whose sale it is by number. */
export type Credits = {
  readonly touches: Uint32Array;
  readonly persons: Uint32Array;
};

/** The days that the credits of a day follow from, while all of them are at rest: later ones have higher ids. */
type Window = { readonly days: number; readonly lastId: number };
type KeptCredits = Credits & { readonly window: Window; toldAt: Moment };

/**
 * The credits of some days. Those of days at rest are kept, as long as the days that they follow from are at rest, and
 * nothing is learnt of who is behind them.
 *
 * @param credit gives those of days, in the same order
 */
export function creditsOf(
  run: ReportRun,
  days: readonly Day[],
  credit: (days: readonly Day[]) => readonly Credits[],
): ReadonlyMap<Day, Credits> {
  const windows = windowsOf(run, days);
  const found = new Map<Day, Credits>();
  for (const [day, window] of windows) {
    const kept = keptOf(run, day, window);
    if (kept !== null) found.set(day, kept);
  }
  const missing = days.filter((day) => !found.has(day));
  for (const [index, credits] of credit(missing).entries()) {
    const day = missing[index] as Day;
    found.set(day, credits);
    const window = windows.get(day);
    if (window !== undefined) keep(run, { day, window, credits });
  }
  return found;
}

/** Of those days whose credits can be kept, since none that they follow from may change unnoticed. */
function windowsOf({ history, project, persons }: ReportRun, days: readonly Day[]): Map<Day, Window> {
  const windows = new Map<Day, Window>();
  if (persons.learning === null || days.length === 0) return windows;
  const starts = days.map(({ start }) => start);
  const { from } = creditWindow(Math.min(...starts));
  const all = history.of(project, { from, to: Math.max(...starts) + DAY_MS });
  for (const day of days) {
    const first = creditWindow(day.start).from - DAY_MS;
    const own = all.filter(({ start }) => start > first && start <= day.start);
    const ids = own.flatMap(({ stored }) => stored?.id ?? []);
    if (ids.length === own.length) windows.set(day, { days: ids.length, lastId: Math.max(...ids) });
  }
  return windows;
}

function keptOf({ persons: { learning, numberOf } }: ReportRun, day: Day, window: Window): Credits | null {
  const kept = day.stored?.kept<KeptCredits>(KEPT.credits);
  if (kept === undefined || learning === null) return null;
  if (kept.window.days !== window.days || kept.window.lastId !== window.lastId) return null;
  const learnt = learning.since(kept.toldAt);
  if (learnt === null) return null;
  // Sales of the visitor were its own, and those of the user have its visits from now on.
  const others = new Set(learnt.flatMap(({ visitor, user }) => [visitor, numberOf(0, user)]));
  if (others.size > 0 && kept.persons.some((person) => others.has(person))) return null;
  kept.toldAt = learning.moment;
  return kept;
}

type Keeping = { readonly day: Day; readonly window: Window; readonly credits: Credits };

function keep({ persons: { learning } }: ReportRun, { day, window, credits }: Keeping): void {
  if (learning === null) return;
  const kept: KeptCredits = { ...credits, window, toldAt: learning.moment };
  day.stored?.keep(KEPT.credits, kept);
}
