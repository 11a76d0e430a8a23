import type { EventFacts, EventRecord } from '../../../event-record.ts';
import { EVENT_COLUMNS, type EventColumn, type EventSchema, type EventTable } from '../../event-table.ts';
import { textOf } from '../../word-columns.ts';

type Row = Readonly<Record<string, unknown>>;
type Field = NonNullable<EventColumn['read']>;

type NamesOf<Key extends 'field' | 'fact', All> = {
  [Name in keyof EventSchema]: EventSchema[Name] extends { read: Record<Key, infer As extends All> }
    ? As
    : never;
}[keyof EventSchema];

/** The fields of a record that columns hold by themselves. */
export type ColumnFields = Pick<EventRecord, NamesOf<'field', keyof EventRecord>> & {
  readonly facts: Pick<EventFacts, NamesOf<'fact', keyof EventFacts>>;
};

/** Reads the fields of records that single columns of a table hold. */
export class EventFields {
  /** The list for SELECT. */
  readonly select: string;
  readonly #fields: readonly Field[];

  constructor(table: EventTable) {
    const selected: string[] = [];
    const fields: Field[] = [];
    for (const [column, { read }] of Object.entries(table)) {
      if (read === undefined) continue;
      const value = `events.${column}`;
      selected.push(`${read.as === 'text' ? textOf(value) : value} AS "${aliasOf(read)}"`);
      fields.push(read);
    }
    this.select = selected.join(', ');
    this.#fields = fields;
  }

  read(row: Row): Row {
    const fields: Record<string, unknown> = {};
    const facts: Record<string, unknown> = {};
    for (const read of this.#fields) {
      const value = fieldValue(read, row[aliasOf(read)]);
      if ('fact' in read) facts[read.fact] = value;
      else fields[read.field] = value;
    }
    return { ...fields, facts };
  }

  /** How much text the objects of a row are. */
  charactersOf(row: Row): number {
    let characters = 0;
    for (const read of this.#fields) {
      const value = row[aliasOf(read)];
      if (read.as === 'json' && typeof value === 'string') characters += value.length;
    }
    return characters;
  }
}

export const EVENT_FIELDS = new EventFields(EVENT_COLUMNS);

/** Other columns of the row may have the names of fields. */
function aliasOf(read: Field): string {
  return 'fact' in read ? `fact_${read.fact}` : `field_${read.field}`;
}

function fieldValue({ as, from }: Field, value: unknown): unknown {
  if (as === 'json') return value === null ? {} : JSON.parse(value as string);
  return from === undefined ? value : from(value as never);
}
