import { copyFileSync, existsSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cvq } from '../program.ts';
import { runSql } from '../run-sql.ts';
import { checked, createProject, exported, launch, type Project, serve, temporaryFolder } from './program.ts';
import { serveHere } from './serve-here.ts';

async function track(port: number, project: Project, count: number): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${project.server_key}` };
  for (let sent = 0; sent < count; sent += 1) {
    const body = JSON.stringify({ event_type: 'signup' });
    const answer = await fetch(`http://127.0.0.1:${port}/v1/track`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  }
}

/** A store with three events, after a clean stop. */
async function endedShop() {
  const folder = temporaryFolder();
  const project = await createProject(folder);
  const collector = await serveHere(folder);
  await track(collector.port, project, 3);
  expect(await collector.terminate()).toBe(0);
  return { folder, project, file: join(folder, 'events.db') };
}

/** The same with a copy of the events of before the last two. */
async function shopAndOldCopy() {
  const { folder, project, file } = await endedShop();
  const copy = join(temporaryFolder(), 'events.db');
  runSql(folder, 'events', `VACUUM INTO '${copy}'`);
  const collector = await serveHere(folder);
  await track(collector.port, project, 2);
  await collector.terminate();
  const putBack = () => {
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    copyFileSync(copy, file);
  };
  return { folder, project, file, putBack };
}

it('a clean stop leaves all that was stored in the database files alone', async () => {
  const { folder, project } = await endedShop();
  const moved = temporaryFolder();
  for (const name of ['control.db', 'events.db', 'secret'])
    copyFileSync(join(folder, name), join(moved, name));
  expect(await exported(moved, project.id)).toHaveLength(3);
  for (const store of ['control', 'events']) {
    const log = join(folder, `${store}.db-wal`);
    expect(existsSync(log) ? statSync(log).size : 0, log).toBe(0);
  }
});

it('an older copy in the place of the events is refused at a start and by a check, until it is accepted', async () => {
  const { folder, project, putBack } = await shopAndOldCopy();
  putBack();
  const refused = launch(folder);
  expect((await refused.exited).code).toBe(1);
  expect(refused.stderr()).toMatch(
    /^cvq: The events store has gone back: .*events\.db .*Restore .*cvq store accept events/,
  );
  expect(await checked(folder)).toMatch(/events: The events store has gone back/);

  const accepted = await cvq(['store', 'accept', 'events', '--json'], { CVQ_DATA: folder });
  expect(accepted).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(accepted.stdout)).toEqual({ accepted: true, store: 'events', remains: null });
  expect(await exported(folder, project.id)).toHaveLength(3);
  const collector = await serveHere(folder);
  await track(collector.port, project, 1);
  expect(await collector.terminate()).toBe(0);
  expect(await checked(folder)).toBe('ok');
});

it('a log that is emptied after a crash is noticed where a clean stop came before', async () => {
  const { folder, project, file, putBack } = await shopAndOldCopy();
  const collector = await serve(folder);
  await track(collector.port, project, 2);
  await collector.kill();
  truncateSync(`${file}-wal`);
  expect(await checked(folder), 'what was stored since the last note cannot be missed').toBe('ok');
  putBack();
  expect(await checked(folder)).toMatch(/events: The events store has gone back/);
});

it('a restored folder without the note starts without a word', async () => {
  const { folder, project, putBack } = await shopAndOldCopy();
  putBack();
  rmSync(join(folder, 'events.mark'));
  expect(await checked(folder)).toBe('ok');
  expect(await exported(folder, project.id)).toHaveLength(3);
});

it.each<[what: string, damage: (mark: string) => void, told: RegExp]>([
  ['that holds no number', (mark) => writeFileSync(mark, '12x\n'), /mark_unreadable.*holds no number/],
  ['that is empty', (mark) => writeFileSync(mark, ''), /mark_unreadable.*holds no number/],
  ['with a folder in its place', putFolder, /mark_unreadable.*is a directory[\s\S]*mark_unwritable/],
])('a note %s is told by cvq check and once by the log', async (_what, damage, told) => {
  const { folder } = await endedShop();
  const mark = join(folder, 'events.mark');
  damage(mark);
  expect(await checked(folder)).toMatch(/events: .*events\.mark .*, so that nobody can tell .* Remove it/);
  const collector = await serveHere(folder);
  await expect.poll(collector.log).toMatch(told);
  expect(await collector.terminate()).toBe(0);
  expect(collector.log().match(/mark_unreadable/g)).toHaveLength(1);
});

it('a note that was damaged is written anew by the next start', async () => {
  const { folder } = await endedShop();
  writeFileSync(join(folder, 'events.mark'), '12x\n');
  await (await serveHere(folder)).terminate();
  expect(await checked(folder)).toBe('ok');
});

function putFolder(mark: string): void {
  rmSync(mark);
  mkdirSync(join(mark, 'inside'), { recursive: true });
}

it('a new store in the place of a lost one is none that has gone back', async () => {
  const { folder, file } = await endedShop();
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  expect(await cvq(['store', 'accept', 'events'], { CVQ_DATA: folder })).toMatchObject({ code: 0 });
  expect(await checked(folder)).toBe('ok');
});
