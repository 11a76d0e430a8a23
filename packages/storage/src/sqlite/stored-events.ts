import type { EventId } from '@cvq/contract';
import type { Connection } from './open-database.ts';

const IS_STORED = `SELECT 1 FROM events
  WHERE project = (SELECT id FROM projects WHERE key = ?) AND ms = ? AND suffix = ?`;

/** Tells which events of a project are stored, by their ids. */
export function createStoredEvents(db: Connection): (project: string, ids: readonly EventId[]) => EventId[] {
  const isStored = db.prepare(IS_STORED).pluck();
  return (project, ids) => ids.filter(({ ms, suffix }) => isStored.get(project, ms, suffix) !== undefined);
}
