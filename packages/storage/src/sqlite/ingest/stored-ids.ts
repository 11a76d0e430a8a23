import { BESIDES, type EventId } from '@cvq/contract/event-id';
import { archiveOf } from '../archive/archive-of.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { originCode } from '../row-codes.ts';

const ORIGIN = 'SELECT origin FROM events WHERE project = ? AND ms = ? AND suffix = ?';

/** Tells which events of browsers a project has stored, by the ids that they were sent with. */
export function createStoredEvents(db: Connection): (project: string, ids: readonly EventId[]) => EventId[] {
  const originOfRow = db.prepare(ORIGIN).pluck();
  const archived = archiveOf(db).events;
  const originOf = (project: number, id: EventId) =>
    originOfRow.get(project, id.ms, id.suffix) ?? archived.get(project, id)?.origin;
  const among = (project: number, ids: readonly EventId[]) =>
    ids.filter(({ ms, suffix }) => {
      const origin = originOf(project, { ms, suffix });
      if (origin !== originCode('server')) return origin !== undefined;
      return originOf(project, { ms, suffix: `${suffix}${BESIDES.browser}` }) !== undefined;
    });
  // What is archived between two looks would be found by neither.
  return db.transaction((project: string, ids: readonly EventId[]) => {
    const number = projectNumber(db, project);
    return number === undefined ? [] : among(number, ids);
  });
}
