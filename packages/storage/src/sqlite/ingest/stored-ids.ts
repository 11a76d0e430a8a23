import { BESIDES, type EventId } from '@cvq/contract/event-id';
import type { Connection } from '../open-database.ts';
import { originCode } from '../row-codes.ts';

const ORIGIN = `SELECT origin FROM events
  WHERE project = (SELECT id FROM projects WHERE key = ?) AND ms = ? AND suffix = ?`;

/** Tells which events of browsers a project has stored, by the ids that they were sent with. */
export function createStoredEvents(db: Connection): (project: string, ids: readonly EventId[]) => EventId[] {
  const originOf = db.prepare(ORIGIN).pluck();
  return (project, ids) =>
    ids.filter(({ ms, suffix }) => {
      const origin = originOf.get(project, ms, suffix);
      if (origin !== originCode('server')) return origin !== undefined;
      return originOf.get(project, ms, `${suffix}${BESIDES.browser}`) !== undefined;
    });
}
