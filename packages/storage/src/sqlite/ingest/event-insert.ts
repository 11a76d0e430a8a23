import {
  EVENT_COLUMNS,
  type EventTable,
  type NewEvent,
  OPTIONAL_PARTS,
  type SqlValue,
} from '../event-table.ts';
import type { Connection, Statement } from '../open-database.ts';

/** The columns of a part, in lists of the same order: to take each column apart for each event takes 2 µs of its 11. */
type Part = {
  readonly names: readonly string[];
  readonly writes: readonly ((event: NewEvent) => SqlValue)[];
  readonly empties: readonly SqlValue[];
};

/**
 * Inserts events, telling whether they were new. To hand a value over costs as much as to store it, and most events
 * have nothing in most columns: a part without anything is left out, by a statement for each of the combinations.
 */
export class EventInsert {
  readonly #db: Connection;
  readonly #always: Part;
  readonly #optional: readonly Part[];
  readonly #statements: (Statement | undefined)[] = [];
  /** Reused: a list that grows with each value leaves three behind. */
  readonly #values: SqlValue[];

  constructor(db: Connection, table: EventTable = EVENT_COLUMNS) {
    this.#db = db;
    this.#always = partOf(table, 'always');
    this.#optional = OPTIONAL_PARTS.map((part) => partOf(table, part));
    this.#values = Array.from({ length: Object.keys(table).length }, () => null);
  }

  /** False where an event of that id is stored already. */
  insert(event: NewEvent): boolean {
    const values = this.#values;
    let count = this.#always.writes.length;
    addPart(this.#always, event, { values, from: 0 });
    let parts = 0;
    for (let index = 0; index < this.#optional.length; index += 1) {
      const part = this.#optional[index] as Part;
      if (!addPart(part, event, { values, from: count })) continue;
      parts |= 1 << index;
      count += part.writes.length;
    }
    this.#statements[parts] ??= this.#db.prepare(this.#sqlOf(parts));
    return (this.#statements[parts] as Statement).run(...values.slice(0, count)).changes === 1;
  }

  #sqlOf(parts: number): string {
    const optional = this.#optional.filter((_, index) => parts & (1 << index));
    const names = [this.#always, ...optional].flatMap((part) => part.names);
    return `INSERT INTO events (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`;
  }
}

function partOf(table: EventTable, wanted: string): Part {
  const columns = Object.entries(table).filter(([, { part }]) => part === wanted);
  return {
    names: columns.map(([name]) => name),
    writes: columns.map(([, { write }]) => write),
    empties: columns.map(([, { empty = null }]) => empty),
  };
}

/** Puts the values of a part in their places; false where the event has nothing in it. */
function addPart(
  { writes, empties }: Part,
  event: NewEvent,
  { values, from }: { values: SqlValue[]; from: number },
): boolean {
  let hasAny = false;
  for (let index = 0; index < writes.length; index += 1) {
    const value = (writes[index] as Part['writes'][number])(event);
    if (value !== empties[index]) hasAny = true;
    values[from + index] = value;
  }
  return hasAny;
}
