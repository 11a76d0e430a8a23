import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { anEvent, aProject, MINUTE, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import { openForReading } from '../src/sqlite/open-database.ts';
import { projectNumber } from '../src/sqlite/project-number.ts';
import { everyVisitOfPersonIn } from '../src/sqlite/visits-of-person.ts';

/** A user's visits one after the other: every third names the user, the others are of two devices that are the user's alone. */
async function openStore(visits: number) {
  const folder = temporaryFolder();
  const ledger = openSqliteIngestLedger({ folder, migrate: true }, 'unsynced');
  onTestFinished(() => ledger.close());
  const project = aProject();
  const told = { project, at: NOON - MINUTE };
  const devices = [visitor('phone'), visitor('laptop')];
  await ledger.append(devices.map((device) => anEvent({ ...told, visitor: device, userId: 'ann' })));
  await ledger.append(
    Array.from({ length: visits }, (_, index) =>
      anEvent({
        project,
        // Two begin at each instant.
        at: NOON + Math.floor(index / 2) * MINUTE,
        sessionId: `s${index}`,
        visitor: devices[index % 2] ?? null,
        userId: index % 3 === 0 ? 'ann' : null,
      }),
    ),
  );
  const db = openForReading(join(folder, 'events.db'));
  onTestFinished(() => void db.close());
  return { db, project: projectNumber(db, project) as number };
}

it.each([0, 1, 8, 23, 24, 25, 60])(
  'all %i visits of a user in rows are told, the latest first',
  async (count) => {
    const { db, project } = await openStore(count);
    const user = db.prepare('SELECT user FROM identifications').pluck().get() as number;
    const window = { from: NOON, to: NOON + 100 * MINUTE };
    const found = [...everyVisitOfPersonIn(db).of({ project, user }, window)];
    const sessions = db.prepare(
      'SELECT id FROM sessions WHERE first_at >= ? ORDER BY first_at DESC, first_ms DESC, first_suffix DESC',
    );
    expect(found).toHaveLength(count);
    expect(found.map(({ session }) => session)).toEqual(sessions.pluck().all(NOON));
  },
);

it.each([4, 30])(
  'of %i visits of a user those of one device that name nobody are that of the device',
  async (count) => {
    const { db } = await openStore(count);
    const phone = db.prepare('SELECT visitor FROM identifications ORDER BY visitor').pluck().get() as number;
    const window = { from: NOON, to: NOON + 100 * MINUTE };
    const found = [...everyVisitOfPersonIn(db).of({ visitor: phone }, window)];
    const sessions = db.prepare(
      'SELECT id FROM sessions WHERE first_at >= ? AND visitor = ? AND user IS NULL',
    );
    expect(found.map(({ session }) => session).toSorted()).toEqual(
      sessions.pluck().all(NOON, phone).toSorted(),
    );
  },
);
