import { DAY_MS } from '@cvq/contract/constants';
import type { ErasureRequest, ErasureRequests, UnfinishedErasure } from '../../control/erasure-requests.ts';
import type { Connection } from '../open-database.ts';

type Row = Omit<ErasureRequest, 'receipt'> & { receipt: string | null };

const COLUMNS = `
  id, project_id AS projectId, named_by AS "by", requested_at AS requestedAt, finished_at AS finishedAt, receipt, attempts`;

/** None is put off by a day: a time that lies further ahead is of a clock that was ahead, and is over. */
const DUE_AT = `iif(due_at > :now + ${DAY_MS}, :now, due_at)`;

/** Erasures that were asked for, and which of them are not finished. */
export function controlErasureRequests(db: Connection): ErasureRequests {
  const insert = db.prepare(`
    INSERT INTO erasures (id, project_id, named_by, requested_at) VALUES (:id, :projectId, :by, :requestedAt)`);
  const insertUnfinished = db.prepare(
    'INSERT INTO unfinished_erasures (id, sealed, due_at) VALUES (:id, :sealed, :requestedAt)',
  );
  const add = db.transaction((request: object) => {
    insert.run(request);
    insertUnfinished.run(request);
  });
  const due = db.prepare(`
    SELECT id, project_id AS projectId, named_by AS "by", sealed FROM unfinished_erasures JOIN erasures USING (id)
    WHERE ${DUE_AT} <= :now AND NOT EXISTS (SELECT 1 FROM unfinished_erasures WHERE is_held AND ${DUE_AT} > :now)
    ORDER BY requested_at, id LIMIT 1`);
  const hold = db.prepare('UPDATE unfinished_erasures SET due_at = :until, is_held = 1 WHERE id = :id');
  const release = db.prepare('UPDATE unfinished_erasures SET due_at = :dueAt, is_held = 0 WHERE id = :id');
  const begin = db.prepare('UPDATE erasures SET attempts = attempts + 1 WHERE id = ?');
  const claim = db.transaction((now: number, until: number) => {
    const found = due.get({ now }) as UnfinishedErasure | undefined;
    if (found === undefined) return null;
    hold.run({ id: found.id, until });
    begin.run(found.id);
    return found;
  });
  const end = db.prepare('UPDATE erasures SET finished_at = :at, receipt = :receipt WHERE id = :id');
  const forget = db.prepare('DELETE FROM unfinished_erasures WHERE id = ?');
  const finish = db.transaction((ended: { id: string; at: number; receipt: string | null }) => {
    end.run(ended);
    forget.run(ended.id);
  });
  const one = db.prepare(`SELECT ${COLUMNS} FROM erasures WHERE id = ?`);
  const list = db.prepare(
    `SELECT ${COLUMNS} FROM erasures WHERE project_id = ? ORDER BY requested_at DESC, id DESC LIMIT ?`,
  );
  const uncleared = db
    .prepare("SELECT id FROM erasures WHERE json_extract(receipt, '$.isLogCleared') = 0")
    .pluck();
  const noteCleared = db.prepare(
    "UPDATE erasures SET receipt = json_set(receipt, '$.isLogCleared', json('true')) WHERE id = ?",
  );
  const next = db.prepare(`SELECT min(${DUE_AT}) FROM unfinished_erasures`).pluck();

  return {
    async addErasure(request) {
      add.immediate(request);
    },
    claimErasure: async (now, until) => claim.immediate(now, until),
    async holdErasure(id, until) {
      hold.run({ id, until });
    },
    async releaseErasure(id, dueAt) {
      release.run({ id, dueAt });
    },
    async finishErasure(id, at, receipt) {
      finish.immediate({ id, at, receipt: receipt && JSON.stringify(receipt) });
    },
    unclearedErasures: async () => uncleared.all() as string[],
    async noteErasuresCleared(ids) {
      for (const id of ids) noteCleared.run(id);
    },
    async findErasure(id) {
      const row = one.get(id) as Row | undefined;
      return row === undefined ? null : toRequest(row);
    },
    listErasures: async (project, limit) => (list.all(project, limit) as Row[]).map(toRequest),
    nextErasureAt: async (now) => next.get({ now }) as number | null,
  };
}

function toRequest({ receipt, ...row }: Row): ErasureRequest {
  return { ...row, receipt: receipt === null ? null : (JSON.parse(receipt) as ErasureRequest['receipt']) };
}
