import type { EventId } from '@cvq/contract';
import { storedRowsOf } from './archive/stored-rows.ts';
import type { CreditedEvent } from './credit.ts';
import { REPORTS_OF_PERSONS } from './ingest/order-reports.ts';
import type { Connection } from './open-database.ts';

type Reported = Pick<CreditedEvent, 'project' | 'type' | 'orderId' | 'isBorrowed'>;

/**
 * Finds the browser's report of its order that a backend's sale has its session of; null for what borrows none. To be used
 * within a transaction.
 */
export function reportBehindIn(db: Connection): (sale: Reported) => EventId | null {
  const reportsOf = db.prepare(REPORTS_OF_PERSONS);
  const rows = storedRowsOf(db);
  return ({ project, type, orderId, isBorrowed }) => {
    if (!isBorrowed) return null;
    const reports = reportsOf.all(project, type, orderId) as EventId[];
    return reports.find((id) => rows.event(project, id)?.session != null) ?? null;
  };
}

/**
 * Finds the user whom the earliest report of an order names that names one, of those of persons' browsers; null where none
 * does. To be used within a transaction.
 */
export function userBehindIn(db: Connection): (sale: Omit<Reported, 'isBorrowed'>) => string | null {
  const reportsOf = db.prepare(REPORTS_OF_PERSONS);
  const rows = storedRowsOf(db);
  const textOf = db.prepare('SELECT value FROM strings WHERE id = ?').pluck();
  return ({ project, type, orderId }) => {
    if (orderId === null) return null;
    for (const id of reportsOf.all(project, type, orderId) as EventId[]) {
      const user = rows.event(project, id)?.user ?? null;
      if (user !== null) return textOf.get(user) as string;
    }
    return null;
  };
}
