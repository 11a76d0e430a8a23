import type { Connection } from '../open-database.ts';
import { KIND } from './archived-tables.ts';
import type { Row } from './row-block.ts';

/** The columns of an event that tell whether it says anything of its visitor's privacy. */
export const ANSWER_NAMES = ['session', 'consent', 'gpc'];

/** Remembers the sessions in which events say something of consent, inside the transaction that archives these. */
export function noteAnswersIn(db: Connection): (rows: Iterable<Row>) => void {
  const note = db.prepare('INSERT OR IGNORE INTO archived_answers (session) VALUES (?)');
  return (rows) => {
    const sessions = new Set<number>();
    // To be asked is no answer.
    for (const { session, consent, gpc } of rows)
      if (session != null && ((consent ?? 0) !== 0 || gpc === 1)) sessions.add(session as number);
    for (const session of sessions) note.run(session);
  };
}

/**
 * Tells whether archived events may say anything of consent in a session of a project. It may still say yes when those
 * events were removed, or taken out of the archive.
 */
export function mayHaveArchivedAnswersIn(db: Connection): (project: number, session: number) => boolean {
  const find = db
    .prepare(`
      SELECT EXISTS(SELECT 1 FROM archived_answers WHERE session = :session)
        OR EXISTS(SELECT 1 FROM unindexed_blocks WHERE kind = ${KIND.events} AND project = :project)`)
    .pluck();
  return (project, session) => find.get({ project, session }) === 1;
}
