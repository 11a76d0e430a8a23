import type { Statement } from 'better-sqlite3';
import type { EventTable } from '../event-table.ts';
import {
  EVENT_COLUMNS,
  type EventColumn,
  type NewEvent,
  OPTIONAL_PARTS,
  type SqlValue,
} from '../event-table.ts';
import type { Connection } from '../open-database.ts';

type Named = readonly (readonly [name: string, column: EventColumn])[];

/**
 * Inserts events, telling whether they were new. To hand a value over costs as much as to store it, and most events
 * have nothing in most columns: a part without anything is left out, by a statement for each of the combinations.
 */
export class EventInsert {
  readonly #db: Connection;
  readonly #always: Named;
  readonly #optional: readonly Named[];
  readonly #statements: (Statement | undefined)[] = [];

  constructor(db: Connection, table: EventTable = EVENT_COLUMNS) {
    const columns = Object.entries(table);
    this.#db = db;
    this.#always = columns.filter(([, { part }]) => part === 'always');
    this.#optional = OPTIONAL_PARTS.map((wanted) => columns.filter(([, { part }]) => part === wanted));
  }

  /** False where an event of that id is stored already. */
  insert(event: NewEvent): boolean {
    const values: SqlValue[] = [];
    for (const [, { write }] of this.#always) values.push(write(event));
    let parts = 0;
    for (let part = 0; part < this.#optional.length; part += 1) {
      if (addPart(values, this.#optional[part] as Named, event)) parts |= 1 << part;
    }
    this.#statements[parts] ??= this.#db.prepare(this.#sqlOf(parts));
    return (this.#statements[parts] as Statement).run(...values).changes === 1;
  }

  #sqlOf(parts: number): string {
    const optional = this.#optional.filter((_, part) => parts & (1 << part));
    const names = [this.#always, ...optional].flat().map(([name]) => name);
    return `INSERT INTO events (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`;
  }
}

/** Adds the values of a part, unless the event has nothing in it. */
function addPart(values: SqlValue[], columns: Named, event: NewEvent): boolean {
  const before = values.length;
  let isEmpty = true;
  for (const [, { write, empty = null }] of columns) {
    const value = write(event);
    if (value !== empty) isEmpty = false;
    values.push(value);
  }
  if (isEmpty) values.length = before;
  return !isEmpty;
}
