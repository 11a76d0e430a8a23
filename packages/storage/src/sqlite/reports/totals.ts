import { DAY_MS, HOUR_MS, PAGEVIEW } from '@cvq/contract/constants';
import type { Period, Question, Totals } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import type { RollupByHour } from '../rollups/rollup-format.ts';
import { timeOf } from './attribution.ts';
import { bucketFrom, bucketOf } from './bucket-of.ts';
import { addCounts, type Counts, emptyCounts } from './counts.ts';
import { converts, type FilteredEvents, filterEvents } from './filtered-events.ts';
import { addAllMoney, addMoney, addSale, currencyTotals } from './money.ts';
import { type NumberList, NumberSet } from './number-set.ts';
import { type ReportContext, type ReportRun, startRun } from './report-run.ts';
import { rolledByHour } from './rolled-days.ts';

type Sums = Counts & { sessionPageviews: number; sessionDurationMs: number };

/** The measures of one period. */
export function totals(context: ReportContext, question: Question, { from, to }: Period): Totals {
  return series(context, question, [from, to])[0] as Totals;
}

/** The measures of each bucket between neighbouring edges. */
export function series(context: ReportContext, question: Question, edges: readonly number[]): Totals[] {
  const [from = 0, to = from] = [edges[0], edges.at(-1)];
  return totalsAndSeries(startRun(context, question, { from, to }), question, edges).series;
}

/** The measures of each bucket between neighbouring edges, and of all of them together: those of the period of the run. */
export function totalsAndSeries(
  run: ReportRun,
  question: Question,
  edges: readonly number[],
): { readonly totals: Totals; readonly series: Totals[] } {
  const sums = edges.slice(1).map(emptySums);
  const all = emptySums();
  if (sums.length > 0) {
    const buckets = { sums, edges };
    const { rolled, rest } = rolledByHour(run, question, edges);
    const filtered = filterEvents(rest, question);
    all.visitors = addEvents(run, { filtered, rolled }, buckets);
    addSales(filtered, buckets);
    addSessions(filtered, buckets);
    for (const [day, rollup] of rolled) addRollup(day, rollup, buckets);
  }
  for (const sum of sums) addAdditive(all, sum);
  return { totals: told(all, run), series: sums.map((sum) => told(sum, run)) };
}

const told = ({ money, ...counts }: Sums, { dictionaries }: ReportContext): Totals => ({
  ...counts,
  values: currencyTotals({ money }, dictionaries),
});

/** Adds all but the visitors. */
function addAdditive(all: Sums, { visitors: _, money, ...counts }: Sums): void {
  for (const [name, count] of Object.entries(counts) as [keyof typeof counts, number][]) all[name] += count;
  addAllMoney(all, { money });
}

type Buckets = { readonly sums: readonly Sums[]; readonly edges: readonly number[] };

type Source = {
  readonly filtered: FilteredEvents;
  readonly rolled: ReadonlyMap<Day, RollupByHour>;
};

/** Adds all but sales and sessions of what is read event by event, and the visitors of roll-ups too; tells how many these are in all. */
function addEvents(run: ReportRun, { filtered, rolled }: Source, buckets: Buckets): number {
  const pageview = run.dictionaries.idOf(PAGEVIEW);
  const visitors = new VisitorsByBucket(run.visitors.room, buckets.sums);
  for (const day of run.days) {
    const rollup = rolled.get(day);
    const numbers = run.visitors.of(day);
    if (rollup === undefined)
      filtered.day(day, (_, { counts }) => addDay(day, buckets, { numbers, counts, pageview, visitors }));
    else addHours(day, rollup, { numbers, edges: buckets.edges, visitors });
  }
  return visitors.ofAll;
}

/** Buckets come in the order of time, each with its events together, so that one set does for all. */
class VisitorsByBucket {
  readonly #seen: NumberSet;
  readonly #sums: readonly Sums[];
  /** Those of all buckets; null where there is one alone. */
  readonly #all: NumberSet | null;
  #ofAll = 0;
  #bucket = 0;

  constructor(room: number, sums: readonly Sums[]) {
    this.#seen = new NumberSet(room);
    this.#sums = sums;
    this.#all = sums.length > 1 ? new NumberSet(room) : null;
  }

  /** How many different ones there are in all buckets together. */
  get ofAll(): number {
    return this.#all === null ? (this.#sums[0] as Sums).visitors : this.#ofAll;
  }

  /** What is added from now on is of a bucket. */
  begin(bucket: number): void {
    if (bucket !== this.#bucket) this.#seen.clear();
    this.#bucket = bucket;
  }

  add(visitor: number): void {
    const added = this.#seen.add(visitor);
    (this.#sums[this.#bucket] as Sums).visitors += added;
    if (added === 1 && this.#all !== null) this.#ofAll += this.#all.add(visitor);
  }

  addList(list: NumberList): void {
    (this.#sums[this.#bucket] as Sums).visitors += this.#seen.addList(list);
    if (this.#all !== null) this.#ofAll += this.#all.addList(list);
  }
}

type OfDay = {
  readonly numbers: Uint32Array;
  readonly counts: Uint8Array;
  readonly pageview: number;
  readonly visitors: VisitorsByBucket;
};

function addDay(day: Day, { sums, edges }: Buckets, { numbers, counts, pageview, visitors }: OfDay) {
  const { type, identity, count } = day.events;
  const only = onlyBucket(day, edges);
  const time = only === null ? day.events.time : null;
  let next = Number.NEGATIVE_INFINITY;
  let sum = sums[only ?? 0] as Sums;
  if (only !== null) visitors.begin(only);
  for (let index = 0; index < count; index += 1) {
    if (counts[index] !== 1) continue;
    if (time !== null && (time[index] as number) >= next) {
      const bucket = bucketOf(edges, day.start + (time[index] as number));
      next = (edges[bucket + 1] as number) - day.start;
      sum = sums[bucket] as Sums;
      visitors.begin(bucket);
    }
    sum.events += 1;
    if (type[index] === pageview) sum.pageviews += 1;
    visitors.add(numbers[identity[index] as number] as number);
  }
}

type OfHours = {
  readonly numbers: Uint32Array;
  readonly edges: readonly number[];
  readonly visitors: VisitorsByBucket;
};

function addHours({ start }: Day, rollup: RollupByHour, { numbers, edges, visitors }: OfHours): void {
  const { identityCounts, identities: places } = rollup;
  let from = 0;
  for (const [hour, count] of identityCounts.entries()) {
    const bucket = bucketIn(edges, start + hour * HOUR_MS);
    const to = from + count;
    if (bucket !== null) {
      visitors.begin(bucket);
      visitors.addList({ numbers, places, from, to });
    }
    from = to;
  }
}

/** All but the visitors. */
function addRollup({ start }: Day, rollup: RollupByHour, { sums, edges }: Buckets): void {
  const sumOf = (hour: number) => {
    const bucket = bucketIn(edges, start + hour * HOUR_MS);
    return bucket === null ? null : (sums[bucket] as Sums);
  };
  for (let hour = 0; hour < rollup.events.length; hour += 1) {
    const sum = sumOf(hour);
    if (sum === null) continue;
    addCounts(sum, rollup, hour);
    sum.sessionPageviews += rollup.sessionPageviews[hour] as number;
    sum.sessionDurationMs += rollup.sessionDurationMs[hour] as number;
  }
  for (const [index, hour] of rollup.moneyRow.entries()) {
    const sum = sumOf(hour);
    if (sum !== null) addMoney(sum, rollup, index);
  }
}

function addSales(filtered: FilteredEvents, { sums, edges }: Buckets): void {
  for (const sale of filtered.sales()) {
    const sum = sums[bucketOf(edges, timeOf(sale))] as Sums;
    sum.conversions += 1;
    addSale(sum, sale);
  }
}

function addSessions(filtered: FilteredEvents, { sums, edges }: Buckets): void {
  filtered.eachDayOfSessions((day, counts) => {
    const { sessions } = day;
    const only = onlyBucket(day, edges);
    const first = bucketOf(edges, day.start);
    for (let place = 0; place < sessions.count; place += 1) {
      if (counts[place] !== 1) continue;
      const bucket = only ?? bucketFrom(first, edges, day.start + (sessions.start[place] as number));
      const sum = sums[bucket] as Sums;
      const pageviews = sessions.pageviews[place] as number;
      sum.sessions += 1;
      sum.sessionPageviews += pageviews;
      sum.sessionDurationMs += sessions.durationMs[place] as number;
      if (converts(sessions, place)) sum.convertedSessions += 1;
      if (pageviews === 1 && sessions.events[place] === 1) sum.bounces += 1;
    }
  });
}

/** The bucket that all of a day is in which lies between the edges; null where that is more than one. */
function onlyBucket({ start }: Day, edges: readonly number[]): number | null {
  const first = bucketOf(edges, Math.max(start, edges[0] as number));
  const last = bucketOf(edges, Math.min(start + DAY_MS, edges.at(-1) as number) - 1);
  return first === last ? first : null;
}

/** Null for an instant before the first edge, or from the last on. */
function bucketIn(edges: readonly number[], at: number): number | null {
  return at < (edges[0] as number) || at >= (edges.at(-1) as number) ? null : bucketOf(edges, at);
}

const emptySums = (): Sums => ({
  ...emptyCounts(),
  sessionPageviews: 0,
  sessionDurationMs: 0,
});
