import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  aBot,
  anEvent,
  aTouch,
  conversion,
  HOUR,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { seededRandom } from '../../../test/builders/seeded-random.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { DayRows } from '../src/sqlite/days/day-rows.ts';
import { EventWriter } from '../src/sqlite/ingest/event-writer.ts';
import { Interruption } from '../src/sqlite/interruption.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openForReading, openForWriting } from '../src/sqlite/open-database.ts';
import { projectNumber } from '../src/sqlite/project-number.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import { ask } from './contract/stores.ts';

const project = 'proj_shop';
const EVENTS = 20_000;
const MIDNIGHT = NOON - 12 * HOUR;

/** A store with one day that is read in several goes. */
async function aStore() {
  const file = join(temporaryFolder(), 'events.db');
  const db = openForWriting(file, 'unsynced');
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  const writer = new EventWriter(db);
  await writer.append(Array.from({ length: EVENTS }, (_, index) => event(index, NOON + index)));
  return { file, writer };
}

function event(index: number, at: number, given: Parameters<typeof anEvent>[0] = {}) {
  return anEvent({
    ...{ project, at, visitor: visitor(`v${index % 500}`), sessionId: `s${index % 1500}` },
    origin: index % 3 === 0 ? 'server' : 'browser',
    touch: aTouch({ source: `${index % 7}.example` }),
    conversion: index % 11 === 0 ? conversion(index) : null,
    ...given,
  });
}

it('a day that nobody waits for any more is read on from there, not from its beginning', async () => {
  const { file } = await aStore();
  const db = openForReading(file);
  const interruption = new Interruption();
  const rows = new DayRows(db, interruption);
  const reading = rows.begin(projectNumber(db, project) as number, MIDNIGHT);
  interruption.interrupt();
  const sizes: number[] = [];
  for (let go = 0; go < 3; go += 1) {
    expect(() => rows.readOn(reading)).toThrow('Interrupted');
    sizes.push(reading.day.size);
  }
  expect(new Set(sizes).size).toBe(3);
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
  interruption.clear();
  rows.readOn(reading);
  expect(reading.day.events.count).toBe(EVENTS);
});

it('a day that is read in several goes has what was stored, late or at another time than its id, between them', async () => {
  const { file, writer } = await aStore();
  const random = seededRandom(20_261_124);
  const upTo = (most: number) => random.below(most);
  const interruption = new Interruption();
  const engine = new ReportEngine(openForReading(file), { interruption });
  const period = { from: MIDNIGHT, to: MIDNIGHT + 24 * HOUR };
  const QUESTIONS = [
    ['totals', ask(project), period],
    ['breakdown', ask(project), period, 'source'],
    ['breakdown', ask(project), period, 'event_type'],
    ['conversions', ask(project), period, { limit: 20, offset: 0 }],
  ] as const;
  interruption.interrupt();
  for (let go = 0; go < 9; go += 1) {
    expect(() => engine.answer(...asked(QUESTIONS[0]))).toThrow('Interrupted');
    const added = Array.from({ length: 40 }, (_, index) => {
      const ms = NOON + upTo(EVENTS);
      const isCorrected = index % 2 === 0;
      const bot = index % 13 === 0 ? aBot() : null;
      return event(upTo(EVENTS), isCorrected ? NOON + upTo(EVENTS) : ms, {
        ...{ id: { ms, suffix: `late${go}x${index}` }, bot },
      });
    });
    await writer.append(added);
  }
  interruption.clear();
  const fresh = new ReportEngine(openForReading(file));
  for (const question of QUESTIONS)
    expect(engine.answer(...asked(question)), question.join()).toEqual(fresh.answer(...asked(question)));
});

function asked<Name>([name, ...given]: readonly [Name, ...unknown[]]): [Name, unknown[]] {
  return [name, given];
}
