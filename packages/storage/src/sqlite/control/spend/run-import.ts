import type { CalendarDays, SpendSource } from '../../../spend-store.ts';
import { SpendLineRepeated } from '../../../store-errors.ts';
import type { Connection } from '../../open-database.ts';
import { calendarDays } from './calendar.ts';
import { SmallCommits } from './small-commits.ts';
import type { StagedImports, StagedRow } from './staged-import.ts';

export type SpendImport = {
  readonly now: number;
  /** Days that are read, with rows or without. */
  readonly read: { readonly source: SpendSource; readonly days: CalendarDays } | null;
  readonly repeated: (line: number, before: number) => void;
};

type Begun = { readonly db: Connection; readonly imports: StagedImports; readonly id: number };

/**
 * Adds rows to an import that has begun, until there are no more, and makes them count.
 * @throws SpendLineRepeated after all rows, where two of a file are of the same platform, campaign and day
 */
export async function runImport(
  { db, imports, id }: Begun,
  { now, read, repeated: tellRepeated }: SpendImport,
  rows: AsyncIterable<StagedRow>,
): Promise<{ readonly stored: number; readonly days: CalendarDays }> {
  const commits = new SmallCommits(db);
  const found = new FoundSpend();
  if (read !== null)
    for (const dates of calendarDays(read.days)) {
      found.add(read.source, dates);
      await commits.run(() => imports.addDays(id, read.source, dates));
    }
  let isRepeated = false;
  let stored = 0;
  for await (const staged of portionsOf(rows, () => commits.size)) {
    for (const { source, row } of staged) found.add(source, [row.date]);
    const { added, repeated } = await commits.run(() => imports.addRows(id, staged));
    stored += added;
    for (const { line, before } of repeated) tellRepeated(line, before);
    isRepeated ||= repeated.length > 0;
  }
  if (isRepeated) throw new SpendLineRepeated();
  imports.makeCount(id, found.sources, now);
  return { stored, days: found.days };
}

/** As many rows at a time as `size` says when they are there. */
async function* portionsOf<Row>(rows: AsyncIterable<Row>, size: () => number): AsyncGenerator<Row[]> {
  let portion: Row[] = [];
  for await (const row of rows) {
    portion.push(row);
    if (portion.length < size()) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

/** The sources that an import has seen, and from which day to which. */
class FoundSpend {
  readonly #sources = new Map<string, SpendSource>();
  #first = '9999-12-31';
  #last = '';

  add(source: SpendSource, dates: readonly string[]): void {
    if (!this.#sources.has(source.platform)) this.#sources.set(source.platform, source);
    for (const date of dates) {
      if (date < this.#first) this.#first = date;
      if (date > this.#last) this.#last = date;
    }
  }

  get sources(): readonly SpendSource[] {
    return [...this.#sources.values()];
  }

  get days(): CalendarDays {
    return { first: this.#first, last: this.#last };
  }
}
