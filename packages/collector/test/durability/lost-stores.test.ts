import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../../../test/builders/whole.ts';
import { cvq } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';
import { createProject, settingsFor, temporaryFolder } from './program.ts';
import { serveHere } from './serve-here.ts';

type StoreName = 'control' | 'events';

/** A data folder that a collector has used, with an event in it. */
async function usedFolder() {
  const folder = temporaryFolder();
  const project = await createProject(folder);
  const collector = await serveHere(folder);
  const answer = await fetch(`http://127.0.0.1:${collector.port}/v1/track`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${project.server_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ event_type: 'signup' }),
  });
  expect(answer.status).toBe(200);
  expect(await collector.terminate()).toBe(0);
  return { folder, project, settings: { CVQ_DATA: folder } };
}

function filesOf(folder: string, store: StoreName): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(`${store}.db`));
}

function remove(folder: string, store: StoreName): void {
  for (const name of filesOf(folder, store)) rmSync(join(folder, name));
}

function empty(folder: string, store: StoreName): void {
  remove(folder, store);
  writeFileSync(join(folder, `${store}.db`), '');
}

async function refusedStart(folder: string): Promise<string> {
  const { code, stderr } = await runInProcess(['serve'], settingsFor(folder));
  expect(code).toBe(1);
  expect(stderr, 'a sentence, and no stack').not.toContain('    at ');
  return stderr;
}

async function startsAndEnds(folder: string): Promise<void> {
  const collector = await serveHere(folder);
  expect(await collector.terminate()).toBe(0);
}

const STORES: readonly StoreName[] = ['control', 'events'];
const LOSSES = [
  ['missing', remove],
  ['empty', empty],
] as const;

describe.each(STORES)('the %s store', (store) => {
  it.each(inTurn(LOSSES, STORES.indexOf(store), STORES.length))(
    'that is %s after a first start stops the next, and every command says why',
    async (word, lose) => {
      const { folder, settings } = await usedFolder();
      lose(folder, store);
      const before = filesOf(folder, store);
      const says = new RegExp(
        `The ${store} store is lost: .*${store}\\.db is ${word}.*cvq store accept ${store}`,
      );
      expect(await refusedStart(folder)).toMatch(says);
      const checked = await cvq(['check'], settings);
      expect(checked).toMatchObject({ code: 1, stdout: expect.stringMatching(says) });
      expect(await cvq(['migrate'], settings)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(says),
      });
      expect(filesOf(folder, store), 'nothing is made in its place').toEqual(before);
    },
  );

  it('that is back is used as if nothing had been', async () => {
    const { folder, project, settings } = await usedFolder();
    const file = join(folder, `${store}.db`);
    renameSync(file, `${file}.away`);
    await refusedStart(folder);
    renameSync(`${file}.away`, file);
    await startsAndEnds(folder);
    const exported = await cvq(['events', 'export', '--project', project.id], settings);
    expect(exported.stdout).toContain('"event_type":"signup"');
  });

  it('that is lost for good is replaced on demand, and only then', async () => {
    const { folder, settings } = await usedFolder();
    expect(await cvq(['store', 'accept', store], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not lost, so nothing was changed'),
    });
    remove(folder, store);
    const accepted = await cvq(['store', 'accept', store, '--json'], settings);
    expect(JSON.parse(accepted.stdout)).toEqual({ accepted: true, store, remains: null });
    await startsAndEnds(folder);
    expect(await cvq(['check'], settings)).toMatchObject({ code: 0 });
  });

  it('is not replaced while a collector runs that still has the lost one open', async () => {
    const { folder, settings } = await usedFolder();
    const collector = await serveHere(folder);
    const file = join(folder, `${store}.db`);
    renameSync(file, `${file}.away`);
    const before = readdirSync(folder);
    expect(await cvq(['store', 'accept', store], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^cvq: .*\.db is in use by another process\. Stop the collector/),
    });
    expect(readdirSync(folder)).toEqual(before);
    expect(await collector.terminate()).toBe(0);
    expect(await cvq(['store', 'accept', store], settings)).toMatchObject({ code: 0 });
    await startsAndEnds(folder);
  });

  it('that left its log behind is lost as well, and the log is kept', async () => {
    const folder = temporaryFolder();
    const log = join(folder, `${store}.db-wal`);
    writeFileSync(log, 'what may be the last events');
    const says = `${store}.db-wal shows that it was in use`;
    expect(await refusedStart(folder)).toContain(says);
    expect(existsSync(log)).toBe(true);
    const accepted = await cvq(['store', 'accept', store, '--json'], { CVQ_DATA: folder });
    const file = join(folder, `${store}.db`);
    expect(JSON.parse(accepted.stdout)).toEqual({ accepted: true, store, remains: `${file}.broken-wal` });
    expect(existsSync(`${file}.broken-wal`)).toBe(true);
    await startsAndEnds(folder);
  });
});

it('both stores that are gone together stop the start while their counters are left', async () => {
  const { folder } = await usedFolder();
  remove(folder, 'control');
  remove(folder, 'events');
  expect(await refusedStart(folder)).toMatch(/The control store is lost: .*usage\.db shows/);
});

it('a restored backup without the counters that holds no control store is refused', async () => {
  const { folder } = await usedFolder();
  remove(folder, 'control');
  for (const name of readdirSync(folder)) if (name.startsWith('usage.db')) rmSync(join(folder, name));
  expect(await refusedStart(folder)).toMatch(/The control store is lost: .*events\.db shows/);
});

const FIRST_WORDS: readonly (readonly [what: string, command: readonly string[]])[] = [
  ['a command made the control store', ['project', 'create', '--domain', 'shop.example']],
  ['the secret was accepted', ['secret', 'accept']],
  ['the stores were checked', ['check']],
];
it.each(inTurn(FIRST_WORDS, 2, 3))('a first start after %s needs no further word', async (_, command) => {
  const folder = temporaryFolder();
  expect(await cvq(command, { CVQ_DATA: folder })).toMatchObject({ code: 0 });
  await startsAndEnds(folder);
});

it.each<[store: StoreName, other: StoreName]>([
  ['control', 'events'],
  ['events', 'control'],
])('%s.db that is the file of the %s store is named as such', async (store, other) => {
  const { folder } = await usedFolder();
  remove(folder, store);
  copyFileSync(join(folder, `${other}.db`), join(folder, `${store}.db`));
  expect(await refusedStart(folder)).toMatch(
    new RegExp(`${store}\\.db is broken: it is the file of the ${other} store\\. Restore .*cvq store accept`),
  );
});

it('a control store with a broken page makes /readyz answer 503, as every request fails', async () => {
  const { folder } = await usedFolder();
  const file = join(folder, 'control.db');
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 8_192, 12_192);
  writeFileSync(file, bytes);
  const collector = await serveHere(folder);
  const answer = await fetch(`http://127.0.0.1:${collector.port}/readyz`);
  expect(answer.status).toBe(503);
  expect(collector.log()).toMatch(/control\.db is broken/);
  await collector.terminate();
});
