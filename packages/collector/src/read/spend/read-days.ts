import type { CalendarDay, CalendarDays, ControlStore, DailySpend, SpendDay } from '@cvq/storage';
import type { AskedSpend, AskedStores } from './asked-spend.ts';
import { coverOfSpend, type SpendCover } from './cover-of-spend.ts';
import { daysBegun } from './days-begun.ts';
import { exchangeTo } from './exchange-to.ts';
import type { ToldSource } from './open-spend-sources.ts';
import type { ValuedSpend } from './sum-spend.ts';

/** What is known of the days of a range. */
export type ReadDays<Row = DailySpend> = {
  /** Those that have begun, in their order. */
  readonly days: readonly CalendarDay[];
  readonly rows: readonly (Row & ValuedSpend)[];
  readonly cover: SpendCover;
};

type Store<Row> = {
  readonly control: Pick<ControlStore, 'readRates'>;
  readonly spendSyncMs: AskedStores['spendSyncMs'];
  /** Spend of some days, by campaign or not. */
  readonly spendOf: (
    days: CalendarDays,
  ) => Promise<{ readonly rows: readonly Row[]; readonly read: readonly SpendDay[] }>;
};

/** Reads what is stored of a range: the days of the project's calendar, of each account by its own. */
export async function readDays<Row extends DailySpend>(
  sources: readonly ToldSource[],
  { project, range, at }: AskedSpend,
  { control, spendOf, spendSyncMs }: Store<Row>,
): Promise<ReadDays<Row>> {
  const clock = { timezone: project.timezone, now: at, everyMs: spendSyncMs };
  const days = daysBegun(range, at);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined)
    return { days, rows: [], cover: coverOfSpend({ days, read: [], sources, clock }) };
  const { rows, read } = await spendOf({ first, last });
  const isForeign = rows.some(({ currency }) => currency !== project.currency);
  const rates = isForeign ? await control.readRates(project.id, { first, last }) : [];
  const worthOf = exchangeTo(project.currency, rates);
  return {
    days,
    rows: rows.map((row) => ({ ...row, worth: worthOf(row) })),
    cover: coverOfSpend({ days, read, sources, clock }),
  };
}
