import { join } from 'node:path';
import { openEventLog } from '@cvq/storage';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { anEvent, aProject, DAY, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { ArchivedSessions } from '../src/sqlite/archive/archived-sessions.ts';
import { ARCHIVED_EVENTS, ARCHIVED_SESSIONS, KIND } from '../src/sqlite/archive/archived-tables.ts';
import { BlockIndexing } from '../src/sqlite/archive/block-indexing.ts';
import { Retrieval } from '../src/sqlite/archive/retrieval.ts';
import { StoredRows } from '../src/sqlite/archive/stored-rows.ts';
import { TableArchiver } from '../src/sqlite/archive/table-archiver.ts';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import { openForCompacting } from '../src/sqlite/open-database.ts';
import { tries } from './histories.ts';

/** So few that a handful of events make several blocks. */
const AT_MOST = 4;
const START = NOON - (NOON % DAY);

const folder = temporaryFolder();
const ledger = openSqliteIngestLedger({ folder, migrate: true }, 'unsynced');
const db = openForCompacting(join(folder, 'events.db'));
db.pragma('synchronous = OFF');
const FEW = { atMost: AT_MOST, atOnce: 2 };
const archiver = new TableArchiver(db, { ...ARCHIVED_EVENTS, ...FEW });
const sessionArchiver = new TableArchiver(db, { ...ARCHIVED_SESSIONS, ...FEW });
const retrieval = new Retrieval(db);
const stored = new StoredRows(db);
afterAll(async () => {
  db.close();
  await ledger.close();
});

const take = db.transaction((project: number, keys: readonly Key[]) => {
  retrieval.begin();
  for (const key of keys) retrieval.takeEvent(project, key);
}).immediate;

type Key = { readonly ms: number; readonly suffix: string };
type Block = { readonly id: number; readonly first: number; readonly last: number; readonly rows: number };

/** Few instants, and many ids of each. */
const key = fc.record({
  ms: fc.integer({ min: 0, max: 9 }).map((ms) => START + ms),
  suffix: fc.constantFrom(...'abcdefgh'),
});
/** What comes between two passes: new events, and others that are taken out of their blocks. */
const step = fc.record({ added: fc.array(key, { maxLength: 14 }), taken: fc.array(key, { maxLength: 4 }) });

const nameOf = ({ ms, suffix }: Key) => `${ms} ${suffix}`;

function archive(project: number, table = archiver): void {
  for (let from = START; from < START + DAY; )
    from = table.archiveSome(project, { from, until: START + DAY }).until;
}

/** As an earlier version has left the blocks of a project, which knew less of them. */
function forgetIndexes(project: number): void {
  for (const index of ['archived_visits', 'archived_visits_of_users'])
    db.prepare(`DELETE FROM ${index} WHERE session IN (SELECT id FROM archived_sessions)`).run();
  db.prepare(`
    INSERT OR IGNORE INTO unindexed_blocks (kind, project, block)
    SELECT kind, project, id FROM blocks WHERE kind = ${KIND.sessions} AND project = ?`).run(project);
}

function expectOrdered(project: number): void {
  const blocks = db
    .prepare(`
      SELECT id, first_key AS first, last_key AS last, rows FROM blocks WHERE kind = ${KIND.events} AND project = ?
      ORDER BY last_key, first_key, id`)
    .all(project) as Block[];
  for (const [place, { first, rows }] of blocks.entries()) {
    expect(rows).toBeLessThanOrEqual(AT_MOST);
    if (place > 0) expect(first).toBeGreaterThanOrEqual((blocks[place - 1] as Block).last);
  }
}

it('keeps each row exactly once and in order, whatever comes between its passes', async () => {
  const check = openEventLog({ folder, migrate: false });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const name = aProject();
      const known = new Map<string, Key>();
      let project = 0;
      for (const { added, taken } of [{ added: [{ ms: START, suffix: 'a' }], taken: [] }, ...steps]) {
        await ledger.append(added.map((id) => anEvent({ project: name, id })));
        project = db.prepare('SELECT id FROM projects WHERE key = ?').pluck().get(name) as number;
        for (const id of added) known.set(nameOf(id), id);
        take(project, taken);
        archive(project);
        expectOrdered(project);
        const found = [...stored.eventsAfter(project, { ms: 0, suffix: '' })] as unknown as Key[];
        expect(found.map(nameOf)).toEqual([...known.keys()].sort());
        expect(db.prepare('SELECT count(*) FROM events WHERE project = ?').pluck().get(project)).toBe(0);
      }
      for (const id of known.values()) expect(stored.event(project, id)).toMatchObject(id);
    }),
    { numRuns: tries(100), endOnFailure: true },
  );
  expect((await check.check()).problems).toEqual([]);
  await check.close();
});

/** Stores events at these instants of the day, and archives them. */
async function archiveAt(name: string, instants: readonly number[]): Promise<number> {
  await ledger.append(instants.map((at) => anEvent({ project: name, at: START + at })));
  const project = db.prepare('SELECT id FROM projects WHERE key = ?').pluck().get(name) as number;
  archive(project);
  return project;
}

it('takes all rows of the instant at which a day begins, as nobody would come back to it', async () => {
  const project = await archiveAt(aProject(), [0, 0, 0, 0, 0, 9]);
  expect(db.prepare('SELECT count(*) FROM events WHERE project = ?').pluck().get(project)).toBe(0);
});

it('goes on with the block begun before while it has room, and with no other', async () => {
  const name = aProject();
  let project = 0;
  for (const instants of [[0, 1], [2], [3], [4, 5]]) project = await archiveAt(name, instants);
  const rows = db.prepare('SELECT rows FROM blocks WHERE project = ? ORDER BY first_key').pluck();
  expect(rows.all(project)).toEqual([2, 4]);
});

it('finds each archived session by its name and its visitor, in whatever block it came to lie', async () => {
  const sessions = new ArchivedSessions(db);
  const indexing = new BlockIndexing(db);
  // Many at one instant, and many where the day begins.
  const instant = fc.oneof(fc.constantFrom(0, 0, 7), fc.integer({ min: 0, max: 30 }));
  const begun = fc.array(instant, { minLength: 1, maxLength: 9 });
  const steps = fc.array(fc.record({ begun, isOlder: fc.boolean() }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(steps, async (passes) => {
      const name = aProject();
      const ids: string[] = [];
      let project = 0;
      for (const { begun: instants, isOlder } of passes) {
        const events = instants.map((at, index) =>
          anEvent({
            project: name,
            at: START + at,
            sessionId: `s${ids.length + index}`,
            visitor: visitor('ann'),
          }),
        );
        await ledger.append(events);
        ids.push(...events.map(({ sessionId }) => sessionId as string));
        project = db.prepare('SELECT id FROM projects WHERE key = ?').pluck().get(name) as number;
        archive(project, sessionArchiver);
        if (isOlder) forgetIndexes(project);
      }
      for (const unindexed of indexing.of(project)) indexing.index(unindexed);
      const ann = db.prepare('SELECT id FROM visitors WHERE project = ?').pluck().get(project) as number;
      const visits = db.prepare('SELECT count(*) FROM archived_visits WHERE visitor = ?').pluck().get(ann);
      expect(visits).toBe(ids.length);
      for (const id of ids) {
        const session = sessions.named(project, id) as number;
        expect(sessions.get(session, ['key'])).toEqual({ key: id });
      }
      expect(db.prepare('SELECT count(*) FROM sessions WHERE project = ?').pluck().get(project)).toBe(0);
    }),
    { numRuns: tries(100), endOnFailure: true },
  );
});
