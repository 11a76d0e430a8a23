import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cvqProcess } from '../program.ts';
import { runSql } from '../run-sql.ts';
import {
  checked,
  createProject,
  exported,
  type Project,
  serve,
  settingsFor,
  temporaryFolder,
} from './program.ts';

const DAY_MS = 86_400_000;
const DAYS = 10;
const A_DAY = 400;

/** Some days of events, the last of them today. */
async function track(port: number, { server_key }: Project): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server_key}` };
  for (let day = 0; day < DAYS; day += 1) {
    const at = Date.now() - day * DAY_MS;
    const events = Array.from({ length: A_DAY }, (_, index) => ({
      event_id: `evt_${at}_${index}`,
      event_type: 'signup',
      occurred_at: new Date(at).toISOString(),
      user_id: `member-${day}-${index}`,
      properties: { plan: 'team', seat: index },
    }));
    for (let from = 0; from < A_DAY; from += 100) {
      const body = JSON.stringify({ events: events.slice(from, from + 100) });
      const answer = await fetch(`http://127.0.0.1:${port}/v1/track/batch`, {
        method: 'POST',
        headers,
        body,
      });
      expect(await answer.json()).toMatchObject({ accepted: 100 });
    }
  }
}

it('the file of events of an earlier version is archived and made small, with all that it holds', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'events.db');
  const project = await createProject(folder);
  const collector = await serve(folder);
  await track(collector.port, project);

  const beside = await cvqProcess(['store', 'shrink'], settingsFor(folder));
  expect(beside).toMatchObject({ code: 1, stdout: '' });
  expect(beside.stderr).toMatch(/^cvq: .*events\.db is in use by another process\. Stop the collector/);
  await collector.terminate();

  // As such a file is: it gives no page back by itself.
  runSql(folder, 'events', 'PRAGMA auto_vacuum = NONE');
  runSql(folder, 'events', 'VACUUM');
  const lines = await exported(folder, project.id);
  const before = statSync(file).size;

  const shrunk = await cvqProcess(['store', 'shrink', '--json'], settingsFor(folder));
  expect(shrunk.stderr).toBe('');
  const after = statSync(file).size;
  expect(JSON.parse(shrunk.stdout)).toEqual({ before, after });
  expect(after).toBeLessThan(0.85 * before);
  expect(await exported(folder, project.id)).toEqual(lines);
  expect(await checked(folder)).toBe('ok');

  const again = await cvqProcess(['store', 'shrink'], settingsFor(folder));
  expect(again.stdout).toMatch(/^events\.db takes \d+\.\d MB, \d+\.\d MB before\.\n$/);
});
