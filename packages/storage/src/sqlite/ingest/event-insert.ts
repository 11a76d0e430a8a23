import type { Statement } from 'better-sqlite3';
import type { Connection } from '../open-database.ts';

type Value = string | number | null;

/** The columns of an event in the parts that come together. Those of the first part are always written. */
const COLUMNS = {
  always:
    'project, ms, suffix, at, received_at, origin, type, session, visitor, user, page, referrer, client, touch, properties',
  landing: 'page_suffix, click_ids',
  view: 'title, extras, stitched',
  sale: 'conversion, order_id, amount, currency',
  aside: 'exclusion, bot, bot_verdict',
} as const;

/** The values of a row, in the order of the columns. Null, and zero where it is the default, is nothing to write. */
export type EventRow = {
  readonly always: readonly Value[];
  readonly landing: readonly [suffix: Value, clickIds: Value];
  readonly view: readonly [title: Value, extras: Value, stitched: number];
  readonly sale: readonly [conversion: number, orderId: Value, amount: Value, currency: Value];
  readonly aside: readonly [exclusion: Value, bot: number, botVerdict: Value];
};

/**
 * Inserts events, telling whether they were new. To hand a value over costs as much as to store it, and most events
 * have nothing in most columns: a part without anything is left out, by a statement for each of the combinations.
 */
export function createEventInsert(db: Connection): (row: EventRow) => boolean {
  const statements: (Statement | undefined)[] = [];
  return (row) => {
    const { always, landing, view, sale, aside } = row;
    let parts = 0;
    const values = always.slice();
    if (landing[0] !== null || landing[1] !== null) {
      parts |= 1;
      values.push(...landing);
    }
    if (view[0] !== null || view[1] !== null || view[2] !== 0) {
      parts |= 2;
      values.push(...view);
    }
    if (sale[0] !== 0) {
      parts |= 4;
      values.push(...sale);
    }
    if (aside[0] !== null || aside[1] !== 0) {
      parts |= 8;
      values.push(...aside);
    }
    statements[parts] ??= db.prepare(sqlOf(parts));
    return (statements[parts] as Statement).run(...values).changes === 1;
  };
}

function sqlOf(parts: number): string {
  const { always, landing, view, sale, aside } = COLUMNS;
  const optional = [landing, view, sale, aside].filter((_, index) => parts & (1 << index));
  const columns = [always, ...optional].join(', ').split(', ');
  return `INSERT INTO events (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`;
}
