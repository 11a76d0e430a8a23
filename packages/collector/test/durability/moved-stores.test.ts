import {
  copyFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../../../test/builders/whole.ts';
import { runSql } from '../run-sql.ts';
import { createProject, exported, temporaryFolder, until } from './program.ts';
import { type Here, serveHere } from './serve-here.ts';

async function openShop(env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const project = await createProject(folder);
  const collector = await serveHere(folder, { env });
  const url = `http://127.0.0.1:${collector.port}`;
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${project.server_key}` };
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const track = () => post('/v1/track', { event_type: 'signup' });
  const browser = () => post('/v1/events', { key: project.id, events: [{ event_type: 'login' }] });
  const readiness = async () => {
    const answer = await fetch(`${url}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };
  expect((await track()).status).toBe(200);
  return { folder, project, collector, url, track, browser, readiness };
}

const NOT_READY = { status: 503, body: { status: 'not_ready', reason: 'events cannot be stored' } };

function linesWith({ log }: Here, words: string): string[] {
  return log()
    .split('\n')
    .filter((line) => line.includes(words));
}

function filesOf(folder: string, store: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${store}.db`))
    .map((name) => join(folder, name));
}

const LOSSES: [what: string, lose: (folder: string, store: 'control' | 'events') => void][] = [
  ['removed', (folder, store) => filesOf(folder, store).forEach((file) => void rmSync(file))],
  ['emptied', (folder, store) => truncateSync(join(folder, `${store}.db`))],
  [
    'replaced',
    (folder, store) => {
      const file = join(folder, `${store}.db`);
      renameSync(file, `${file}.away`);
      writeFileSync(file, 'x'.repeat(10_000));
    },
  ],
  ['robbed of its log', (folder, store) => rmSync(join(folder, `${store}.db-wal`))],
  ['with its log emptied', (folder, store) => truncateSync(join(folder, `${store}.db-wal`))],
  [
    'with its log cut in half',
    (folder, store) => {
      const log = join(folder, `${store}.db-wal`);
      truncateSync(log, Math.floor(statSync(log).size / 2));
    },
  ],
  [
    'with its log written over',
    (folder, store) => {
      const log = join(folder, `${store}.db-wal`);
      writeFileSync(log, Buffer.alloc(statSync(log).size, 'x'), { flag: 'r+' });
    },
  ],
  [
    'written over by a copy of it',
    (folder, store) => {
      const copy = join(folder, 'copy');
      runSql(folder, store, `VACUUM INTO '${copy}'`);
      copyFileSync(copy, join(folder, `${store}.db`));
    },
  ],
];

const STORES = ['events', 'control'] as const;

describe.each(STORES)('%s.db beside a running collector', (store) => {
  it.each(inTurn(LOSSES, STORES.indexOf(store), STORES.length))(
    '%s: no event is acknowledged, and the log says once what to do',
    async (_, lose) => {
      const { folder, collector, track, browser, readiness } = await openShop();
      lose(folder, store);
      for (const send of [track, browser, track]) {
        const answer = await send();
        expect(answer.status).toBe(500);
        expect(await answer.json()).toEqual({
          success: false,
          error: 'The event could not be stored. Retry with backoff.',
        });
      }
      expect(await readiness()).toEqual(NOT_READY);
      const lines = linesWith(collector, 'Events cannot be stored');
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/stop the collector, restore a backup, and start it again/);
      await collector.terminate();
    },
  );

  it.each(inTurn(['that is removed'], STORES.indexOf(store), STORES.length))(
    '%s is noticed without traffic',
    async () => {
      const { folder, collector, readiness } = await openShop();
      expect((await readiness()).status).toBe(200);
      for (const file of filesOf(folder, store)) rmSync(file);
      await until('it is not ready', async () => (await readiness()).status === 503);
      await collector.terminate();
    },
  );

  it.each(inTurn(['that is moved away and back'], 1 - STORES.indexOf(store), STORES.length))(
    '%s is used again, without a restart',
    async () => {
      const { folder, project, collector, track, browser, readiness } = await openShop();
      const files = filesOf(folder, store);
      for (const file of files) renameSync(file, `${file}.away`);
      expect((await track()).status).toBe(500);
      expect((await browser()).status).toBe(500);
      for (const file of files) renameSync(`${file}.away`, file);
      await until('it is ready', async () => (await readiness()).status === 200);
      expect((await track()).status).toBe(200);
      expect(await collector.terminate()).toBe(0);
      expect(await exported(folder, project.id), 'what was refused is not stored').toHaveLength(2);
    },
  );

  it('whose index is removed says that a restart is enough', async () => {
    const { folder, collector, project, track } = await openShop();
    rmSync(join(folder, `${store}.db-shm`));
    expect((await track()).status).toBe(500);
    const [line] = linesWith(collector, 'Events cannot be stored');
    expect(line).toMatch(/-shm was removed .* stop the collector and start it again: no data is lost/);
    expect(line).not.toContain('backup');
    expect(await collector.terminate()).toBe(0);
    const next = await serveHere(folder);
    expect(await exported(folder, project.id)).toHaveLength(1);
    await next.terminate();
  });
});
