import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createLog, readConfig, startCollector } from '@cvq/collector';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../collector.ts';

const log = createLog('silent');
const STORE = join(import.meta.dirname, 'store.tar.gz');

/** Where SQLite keeps the number of the schema in the head of a file. */
const VERSION_AT = 60;

const versionsIn = (folder: string) =>
  ['control.db', 'events.db'].map((name) => readFileSync(join(folder, name)).readUInt32BE(VERSION_AT));

it.each<[what: string, spoil: (folder: string) => void, settings: object, says: RegExp]>([
  ['the secret is lost', (folder) => rmSync(join(folder, 'secret')), {}, /The secret is gone/],
  [
    'the secret is cut short',
    (folder) => writeFileSync(join(folder, 'secret'), 'ab'),
    {},
    /is empty or cut short/,
  ],
  ['CVQ_SECRET is too short', () => {}, { CVQ_SECRET: 'short' }, /CVQ_SECRET/],
  [
    'another store is broken',
    (folder) => writeFileSync(join(folder, 'events.db'), 'no database', { flag: 'r+' }),
    {},
    /events\.db is broken/,
  ],
])('a start that is refused brings no store to a newer schema: %s', async (_what, spoil, settings, says) => {
  const folder = temporaryFolder();
  execFileSync('tar', ['-xzf', STORE, '-C', folder]);
  spoil(folder);
  const before = versionsIn(folder);
  await expect(async () => {
    const config = readConfig({ PORT: '0', CVQ_DATA: folder, ...settings });
    await startCollector({ config, log });
  }).rejects.toThrow(says);
  expect(versionsIn(folder)).toEqual(before);
});

it('a start on a port that is taken, as by the version that runs, leaves its stores as they are', async () => {
  const folder = temporaryFolder();
  execFileSync('tar', ['-xzf', STORE, '-C', folder]);
  const before = versionsIn(folder);
  const running = createServer();
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve));
  const { port } = running.address() as AddressInfo;
  const config = readConfig({ PORT: String(port), HOST: '127.0.0.1', CVQ_DATA: folder });
  await expect(startCollector({ config, log })).rejects.toThrow('EADDRINUSE');
  await new Promise((resolve) => running.close(resolve));
  expect(versionsIn(folder)).toEqual(before);
});
