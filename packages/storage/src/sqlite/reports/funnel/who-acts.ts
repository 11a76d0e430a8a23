import { DAY_MS } from '@cvq/contract/constants';
import type { Funnel } from '../../../reports.ts';
import type { Integers } from '../../days/column-body.ts';
import type { Day } from '../../days/day.ts';
import { SessionsDayByDay } from '../persons/sessions-day-by-day.ts';
import type { ReportRun } from '../report-run.ts';

/** By event of a day the place of who acted, and by place a number, 0 for nobody. */
export type Acted = { readonly places: Integers; readonly numbers: Uint32Array };

/** Who acts in a funnel, as numbers. */
export class WhoActs {
  /** Every number is below this. */
  readonly room: number;
  /** From here on they are of those who act on one day alone, and of others on the next. */
  readonly ofOneDay: number;
  readonly #areVisitors: boolean;
  readonly #numbers: { of(day: Day): Uint32Array };

  constructor(run: ReportRun, funnel: Funnel) {
    this.#areVisitors = funnel.scope === 'visitor';
    const numbers = numbersOf(run, funnel);
    this.room = numbers.room;
    this.ofOneDay = numbers instanceof SessionsDayByDay ? numbers.ofOneDay : numbers.room;
    this.#numbers = numbers;
  }

  /** Who acted on a day. The next call may overwrite it. */
  of(day: Day): Acted {
    // A column is taken apart when it is asked for.
    const places = this.#areVisitors ? day.events.identity : day.events.session;
    return { places, numbers: this.#numbers.of(day) };
  }
}

function numbersOf(run: ReportRun, { scope, windowMs }: Funnel) {
  if (scope === 'visitor') return run.visitors.numberedForMore();
  // In a shorter window a session of one day may come too late for its first start.
  return (windowMs >= DAY_MS ? run.sessions.dayByDay() : null) ?? run.sessions;
}
