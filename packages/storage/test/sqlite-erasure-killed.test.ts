import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openErasures } from '@cvq/storage';
import { expect, it } from 'vitest';
import { anEvent, aPage, aTouch, MINUTE, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { WHOLE } from '../../../test/builders/whole.ts';
import { everyEvent } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';
import { everyAnswer } from './every-answer.ts';
import { runAndDie } from './run-and-die.ts';

const PROJECT = 'proj_shop';
const USER = 'user-canary-8215';
const EVENTS = WHOLE ? 2_000 : 1_000;

/** Erases the person. */
const PROGRAM = `
  const { openErasures } = await import('@cvq/storage');
  const erasures = openErasures({ folder: given[0], migrate: true });
  countCommits();
  await erasures.erase('${PROJECT}', { userId: '${USER}' });
  await erasures.clear('events');
  await erasures.close();`;

it('an erasure that is killed anywhere leaves every report as it was, and ends when it is run again', async () => {
  const folder = temporaryFolder();
  const store = openSqliteEventStores(folder);
  const events = Array.from({ length: EVENTS }, (_, index) =>
    anEvent({
      project: PROJECT,
      at: NOON + index * MINUTE,
      userId: USER,
      visitor: visitor(`device-canary-${index % 20}`),
      sessionId: `session-canary-${index % 300}`,
      page: aPage(`/account/${USER}/${index % 100}`),
      touch: aTouch({ source: 'letter', content: `${USER} ${index % 5}` }),
      properties: { plan: index % 3, note: USER },
    }),
  );
  const others = Array.from({ length: 50 }, (_, index) =>
    anEvent({ project: PROJECT, at: NOON + index * MINUTE, visitor: visitor(`other-${index % 9}`) }),
  );
  await store.ledger.append([...events, ...others]);
  await store.ledger.append([
    anEvent({ project: 'proj_other', userId: USER, visitor: visitor('elsewhere') }),
  ]);
  // Paths and contents that name the person are to read otherwise.
  const answers = async () => {
    const all = Object.entries(await everyAnswer(store.reports, PROJECT));
    return Object.fromEntries(all.filter(([name]) => !/page|content/.test(name)));
  };
  const before = await answers();
  let kills = 0;
  const isKilledAfter = (commits: number) =>
    runAndDie(PROGRAM, [folder], { commits, isWithin: kills % 2 === 0 });
  for (let commits = 0; await isKilledAfter(commits); commits = 2 * commits + 1) {
    expect(await answers()).toEqual(before);
    kills += 1;
  }
  expect(kills).toBeGreaterThan(3);
  expect(await answers()).toEqual(before);
  const stored = await everyEvent(store, PROJECT);
  expect(new Set(stored.map(({ userId }) => userId)).size).toBe(2);
  await store.close();
  // A reader may have kept the last one from clearing the file, as it tells: where nobody reads, it does.
  const erasures = openErasures({ folder, migrate: true });
  expect(await erasures.clear('events')).toBe(true);
  await erasures.close();
  const inFiles = (text: string) =>
    readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
  // The user of the other project keeps the name that they share.
  for (const text of ['device-canary', 'session-canary', `/account/${USER}`, `${USER} 1`])
    expect(inFiles(text)).toEqual([]);
  expect(inFiles(USER)).toEqual(['events.db']);
}, 120_000);
