import type { Day } from '../days/day.ts';
import type { Condition } from './condition.ts';

/** The filters of a question that are not on single events: what a session fulfils, all its events do. */
export class SessionFilter {
  readonly #conditions;
  readonly #byDay = new Map<Day, Uint8Array>();

  constructor(conditions: readonly Condition[]) {
    this.#conditions = conditions.flatMap(({ values: { ofSessions }, fulfils }) =>
      ofSessions === null ? [] : [{ ofSessions, fulfils }],
    );
  }

  /** By place of a session, from 1, a 1 for each that fulfils all. */
  of(day: Day): Uint8Array {
    const known = this.#byDay.get(day);
    if (known !== undefined) return known;
    const { count } = day.sessions;
    const marks = new Uint8Array(count + 1).fill(1);
    for (const { ofSessions, fulfils } of this.#conditions) {
      const values = ofSessions.ofDay(day);
      for (let place = 1; place <= count; place += 1)
        if (marks[place] === 1 && !fulfils(values[place] as number)) marks[place] = 0;
    }
    this.#byDay.set(day, marks);
    return marks;
  }

  /** Takes the mark from the events of a day whose session does not fulfil all. Those without one speak for themselves. */
  narrow(day: Day, marks: Uint8Array): void {
    if (this.#conditions.length === 0) return;
    const ofSession = this.of(day);
    const { session, count } = day.events;
    for (let index = 0; index < count; index += 1) {
      if (marks[index] !== 1) continue;
      const place = session[index] as number;
      const fulfilsAll = place === 0 ? this.#loneFulfils(day, index) : ofSession[place] === 1;
      if (!fulfilsAll) marks[index] = 0;
    }
  }

  #loneFulfils(day: Day, index: number): boolean {
    return this.#conditions.every(({ ofSessions, fulfils }) => fulfils(ofSessions.ofLoneEvent(day, index)));
  }
}
