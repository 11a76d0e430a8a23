import type { Question } from '../../../reports.ts';
import type { Day } from '../../days/day.ts';
import type { RollupByValue } from '../../rollups/rollup-format.ts';
import { filterEvents } from '../filters/filtered-events.ts';
import {
  byRolledDays,
  type RolledDays,
  type RolledHours,
  rolledByValueAndHour,
} from '../measures/rolled-days.ts';
import type { DistinctByBucket } from '../numbers/distinct-by-bucket.ts';
import { NO_ROW } from '../numbers/number-lists.ts';
import type { ReportRun } from '../report-run.ts';
import { BucketedEvents, type SomeEvents } from './bucketed-events.ts';
import { addNumbers, distinctOf } from './distinct-trends.ts';
import { IdentityBuckets } from './identity-buckets.ts';
import type { TrendsOf } from './row-trends.ts';

type Adding = { readonly edges: readonly number[]; readonly tables: readonly TrendsOf[] };
type Table = TrendsOf & RolledDays<RolledHours> & { readonly distinct: DistinctByBucket };
/** `tables`: all with the same days rolled up. */
type Group = { readonly edges: readonly number[]; readonly tables: readonly Table[] };

/** Adds by bucket the visitors of each row. */
export function addVisitors(run: ReportRun, question: Question, { edges, tables }: Adding): void {
  const split = tables.map((table): Table => {
    const rolled = rolledByValueAndHour(run, question, { dimension: table.dimension, edges });
    return { ...table, ...rolled, distinct: distinctOf(table.trends, run.visitors.room) };
  });
  for (const group of byRolledDays(split)) addGroup(run, question, { edges, tables: group });
}

/** Buckets come in the order of time, and so do days, whether roll-ups tell of them or not. */
function addGroup(run: ReportRun, question: Question, group: Group): void {
  const [{ rest, rolled }] = group.tables as [Table];
  const filtered = filterEvents(rest, question);
  const events = new BucketedEvents(group.edges);
  for (const day of run.days) {
    const hours = rolled.get(day);
    if (hours === undefined)
      filtered.day(day, (_, { counts }) => {
        events.read(day, counts);
        for (const table of group.tables) addDay(run, day, { table, events });
      });
    else
      addRolledDay(run, day, {
        group,
        events,
        identities: new IdentityBuckets(day, hours.byHour, group.edges),
      });
  }
  for (const { distinct } of group.tables) distinct.end();
}

type ByEvents = { readonly table: Table; readonly events: BucketedEvents };

function addDay(run: ReportRun, day: Day, { table, events }: ByEvents): void {
  const { trends, distinct } = table;
  const some = trends.values.ofSessions === null ? events.all : events.firstOfSessions(day);
  const rows = events.rowsIn(trends, day, some);
  const numberOf = run.visitors.of(day);
  addNumbers(some, { rows, bucket: events.bucket, places: day.events.identity, numberOf, distinct });
}

type ByRollups = {
  readonly group: Group;
  readonly events: BucketedEvents;
  readonly identities: IdentityBuckets;
};

/** A roll-up tells who was in a row on that day, and its hours in which bucket: only of who was in several are events read. */
function addRolledDay(run: ReportRun, day: Day, { group, events, identities }: ByRollups): void {
  run.interruption.check();
  const undecided = identities.undecided(run);
  if (undecided !== null) events.read(day, undecided);
  for (const bucket of identities.buckets) {
    const some = undecided && events.in(bucket);
    for (const table of group.tables) {
      const { byValue } = table.rolled.get(day) as RolledHours;
      table.distinct.begin(bucket);
      addDecided(run, day, { table, byValue, bucket, identities });
      if (some !== null)
        addUndecided(run, day, { table, some, rows: events.rowsIn(table.trends, day, some) });
    }
  }
}

type OfBucket = {
  readonly table: Table;
  readonly byValue: RollupByValue;
  readonly bucket: number;
  readonly identities: IdentityBuckets;
};

function addDecided(run: ReportRun, day: Day, { table, byValue, bucket, identities: who }: OfBucket): void {
  const { value, identityCounts, identities } = byValue;
  const numberOf = run.visitors.of(day);
  let from = 0;
  for (let index = 0; index < value.length; index += 1) {
    const row = table.trends.rowOf(value[index] as number);
    const to = from + (identityCounts[index] as number);
    if (row !== NO_ROW)
      for (let place = from; place < to; place += 1) {
        const identity = identities[place] as number;
        if (who.isOnlyIn(bucket, identity)) table.distinct.add(row, numberOf[identity] as number);
      }
    from = to;
  }
}

type Undecided = { readonly table: Table; readonly some: SomeEvents; readonly rows: Int32Array };

function addUndecided(run: ReportRun, day: Day, { table, some, rows }: Undecided): void {
  const { identity } = day.events;
  const numberOf = run.visitors.of(day);
  for (let place = 0; place < some.count; place += 1) {
    const row = rows[place] as number;
    const who = identity[some.index[place] as number] as number;
    if (row !== NO_ROW) table.distinct.add(row, numberOf[who] as number);
  }
}
