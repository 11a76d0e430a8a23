import type { Filter } from '@cvq/contract';
import { DAY_MS } from '@cvq/contract/constants';
import type { Day } from '../days/day.ts';
import type { SessionColumns } from '../days/session-columns.ts';
import { isCounted } from './counted-events.ts';
import { type DimensionValues, valuesOfDimension } from './dimension-values.ts';
import type { ReportRun } from './report-run.ts';

type Condition = { readonly values: DimensionValues; fulfils(value: number): boolean };

/** The filters of a question, at work. */
export type Conditions = {
  /** There are filters on acquisition, so that a conversion is judged by the touch that it is attributed to. */
  readonly onTouch: boolean;
  readonly onEvents: boolean;
  /**
   * Which events of a day count, by index. `butTouch` leaves out the filters on acquisition: conversions are
   * judged by it. `all` is what there is before any filter. They are one when there are none. The next call overwrites
   * the answer.
   */
  apply(day: Day): { all: Uint8Array; counts: Uint8Array; butTouch: Uint8Array };
  ofSession(sessions: SessionColumns, place: number): boolean;
  ofTouch(touch: number): boolean;
};

export function conditionsOf(run: ReportRun, filters: readonly Filter[] = []): Conditions {
  const all = filters.map((filter) => conditionOf(run, filter));
  const onTouch = all.filter(({ values }) => values.scope === 'acquisition');
  const others = all.filter(({ values }) => values.scope !== 'acquisition');
  const ofSessions = all.filter(({ values }) => values.scope !== 'event');
  let unfiltered = new Uint8Array(0);
  let butTouch = new Uint8Array(0);
  let counts = new Uint8Array(0);
  return {
    onTouch: onTouch.length > 0,
    onEvents: ofSessions.length < all.length,
    apply(day) {
      const { count } = day.events;
      if (butTouch.length < count) butTouch = new Uint8Array(count);
      markThose(run, day, butTouch);
      if (all.length === 0) return { all: butTouch, counts: butTouch, butTouch };
      if (unfiltered.length < count) unfiltered = new Uint8Array(count);
      unfiltered.set(butTouch.subarray(0, count));
      for (const condition of others) narrow(condition, day, butTouch);
      if (onTouch.length === 0) return { all: unfiltered, counts: butTouch, butTouch };
      if (counts.length < count) counts = new Uint8Array(count);
      counts.set(butTouch.subarray(0, count));
      for (const condition of onTouch) narrow(condition, day, counts);
      return { all: unfiltered, counts, butTouch };
    },
    ofSession: (sessions, place) =>
      ofSessions.length === 0 ||
      ofSessions.every(({ values, fulfils }) => fulfils(values.ofSession(sessions, place))),
    ofTouch: (touch) => onTouch.every(({ values, fulfils }) => fulfils(values.ofTouch(touch))),
  };
}

/** The events of the period that reports count, before any filter. */
function markThose({ period, leftOut }: ReportRun, day: Day, marks: Uint8Array): void {
  const { flags, botLevel, count } = day.events;
  for (let index = 0; index < count; index += 1) {
    marks[index] = isCounted(flags[index] as number, botLevel[index] as number, leftOut) ? 1 : 0;
  }
  const from = period.from - day.start;
  const to = period.to - day.start;
  if (from <= 0 && to >= DAY_MS) return;
  const { time } = day.events;
  for (let index = 0; index < count; index += 1)
    if ((time[index] as number) < from || (time[index] as number) >= to) marks[index] = 0;
}

function narrow({ values, fulfils }: Condition, day: Day, marks: Uint8Array): void {
  const found = values.ofEvents(day);
  for (let index = 0; index < day.events.count; index += 1) {
    if (marks[index] === 1 && !fulfils(found[index] as number)) marks[index] = 0;
  }
}

/** A value is compared as text once, however many events have it. */
function conditionOf(run: ReportRun, { dimension, operator, values: wanted }: Filter): Condition {
  const values = valuesOfDimension(run.dictionaries, dimension);
  // By value: 1 for what fulfils it, 2 for what does not, 0 for what was not compared yet.
  let results = new Uint8Array(1024);
  const compare = comparison(operator, wanted);
  return {
    values,
    fulfils(value) {
      const known = results[value];
      if (known === 1 || known === 2) return known === 1;
      if (value >= results.length) {
        const wider = new Uint8Array(Math.max(value + 1, results.length * 2));
        wider.set(results);
        results = wider;
      }
      const result = compare(values.text(value));
      results[value] = result ? 1 : 2;
      return result;
    },
  };
}

function comparison(operator: Filter['operator'], wanted: readonly string[]): (text: string) => boolean {
  if (operator === 'contains') {
    const parts = wanted.map((part) => part.toLowerCase());
    return (text) => parts.some((part) => text.toLowerCase().includes(part));
  }
  const values = new Set(wanted);
  return operator === 'is' ? (text) => values.has(text) : (text) => !values.has(text);
}
