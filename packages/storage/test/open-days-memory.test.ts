import { join } from 'node:path';
import { expect, it } from 'vitest';
import { anEvent, DAY, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { OpenDays } from '../src/sqlite/days/open-days.ts';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import { Interruption } from '../src/sqlite/interruption.ts';
import { openForReading } from '../src/sqlite/open-database.ts';
import { projectNumber } from '../src/sqlite/project-number.ts';

const project = 'proj_shop';
const DAYS = 6;
const EVENTS_A_DAY = 2000;

it('open days take no more memory than they may, and what they take is known', async () => {
  const folder = temporaryFolder();
  const ledger = openSqliteIngestLedger({ folder, migrate: true }, 'unsynced');
  const midnight = NOON - DAY / 2;
  for (let day = 0; day < DAYS; day += 1)
    await ledger.append(
      Array.from({ length: EVENTS_A_DAY }, (_, index) =>
        anEvent({
          project,
          at: midnight + day * DAY + index,
          visitor: visitor(`v${index % 90}`),
          sessionId: `s${index}`,
        }),
      ),
    );
  const db = openForReading(join(folder, 'events.db'));
  const number = projectNumber(db, project) as number;
  const bytesAfter = (days: OpenDays, count: number) => {
    for (let day = 0; day < count; day += 1) days.of(number, midnight + day * DAY);
    days.applyChanges();
    return days.bytes;
  };
  const open = (memoryBytes: number) => {
    const days = new OpenDays(db, { interruption: new Interruption(), memoryBytes });
    // Nothing is known yet of what changed.
    days.applyChanges();
    return days;
  };

  const ofOne = bytesAfter(open(2 ** 30), 1);
  expect(ofOne).toBeGreaterThan(EVENTS_A_DAY * 30);
  expect(bytesAfter(open(2 ** 30), DAYS)).toBeGreaterThan(ofOne * (DAYS - 1));

  const few = open(Math.floor(ofOne * 3.5));
  expect(bytesAfter(few, DAYS)).toBeLessThanOrEqual(ofOne * 3.5);
  expect(few.bytes).toBeGreaterThan(ofOne * 1.5);

  // One that takes more than all may is kept alone.
  const tiny = open(Math.floor(ofOne / 2));
  const day = tiny.of(number, midnight);
  tiny.applyChanges();
  expect(tiny.of(number, midnight)).toBe(day);
  db.close();
  await ledger.close();
});
