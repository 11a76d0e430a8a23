import type { EventId } from '@cvq/contract';
import { archiveOf } from '../archive/archive-of.ts';
import type { Connection } from '../open-database.ts';

/** An order by its numbers, within a project. */
export type ReportedOrder = { readonly type: number; readonly orderId: string };

const ORDER = 'SELECT type, order_id AS orderId FROM events WHERE project = ? AND ms = ? AND suffix = ?';

/** Finds the order that a conversion reports; null where it reports none. To be used within a transaction. */
export function orderOfConversionIn(
  db: Connection,
): (conversion: EventId & { readonly project: number }) => ReportedOrder | null {
  const inRows = db.prepare(ORDER);
  const archived = archiveOf(db).events;
  return ({ project, ms, suffix }) => {
    const row = inRows.get(project, ms, suffix) as ReportedOrder | undefined;
    if (row !== undefined) return row.orderId === null ? null : row;
    const place = archived.find(project, { ms, suffix });
    const { type, order_id: orderId } = place ? archived.row(place, ['type', 'order_id']) : {};
    return orderId == null ? null : { type: type as number, orderId: orderId as string };
  };
}
