import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { anEvent, aPage, aTouch, MINUTE, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { everyEvent } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';
import { everyAnswer } from './every-answer.ts';

const PROJECT = 'proj_shop';
const USER = 'user-canary-8215';
const EVENTS = 2_000;

/** Erases the person, and is killed by the system right after so many commits, or within the next one. */
const PROGRAM = `
  const { default: Database } = await import('better-sqlite3');
  const { openErasures } = await import('@cvq/storage');
  const [folder, commits, isWithin] = process.argv.slice(1);
  const erasures = openErasures({ folder, migrate: true });
  let left = Number(commits);
  const { transaction } = Database.prototype;
  const kill = () => process.kill(process.pid, 'SIGKILL');
  Database.prototype.transaction = function (work) {
    const original = transaction.call(this, (...given) => {
      const result = work(...given);
      if (left === 0 && isWithin === 'true') kill();
      return result;
    });
    const immediate = (...given) => {
      const result = original.immediate(...given);
      if (left === 0) kill();
      left -= 1;
      return result;
    };
    return Object.assign(immediate, { immediate, deferred: original.deferred });
  };
  await erasures.erase('${PROJECT}', { userId: '${USER}' });
  await erasures.close();`;

/** True where it was killed before it came to its end. */
async function erase(folder: string, commits: number, isWithin: boolean): Promise<boolean> {
  const child = spawn(process.execPath, ['--eval', PROGRAM, folder, String(commits), String(isWithin)], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'close');
  expect([code, signal]).toBeOneOf([
    [0, null],
    [null, 'SIGKILL'],
  ]);
  return signal === 'SIGKILL';
}

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
  for (let commits = 0; await erase(folder, commits, kills % 2 === 0); commits = 2 * commits + 1) {
    expect(await answers()).toEqual(before);
    kills += 1;
  }
  expect(kills).toBeGreaterThan(3);
  expect(await answers()).toEqual(before);
  const stored = await everyEvent(store, PROJECT);
  expect(new Set(stored.map(({ userId }) => userId)).size).toBe(2);
  await store.close();
  const inFiles = (text: string) =>
    readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
  // The user of the other project keeps the name that they share.
  for (const text of ['device-canary', 'session-canary', `/account/${USER}`, `${USER} 1`])
    expect(inFiles(text)).toEqual([]);
  expect(inFiles(USER)).toEqual(['events.db']);
}, 120_000);
