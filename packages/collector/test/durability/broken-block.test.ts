import { expect, it } from 'vitest';
import { cvqProcess } from '../program.ts';
import { runSql } from '../run-sql.ts';
import { checked, createProject, type Project, serve, settingsFor, temporaryFolder } from './program.ts';

const DAY_MS = 86_400_000;
const NOW = Date.now();
const OLD = `evt_${NOW - 5 * DAY_MS}_1`;

async function send(port: number, { server_key }: Project, id: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/track`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${server_key}` },
    body: JSON.stringify({ event_type: 'signup', event_id: id }),
  });
  return { status: answer.status, body: await answer.text() };
}

it('an archived event that cannot be read is told of, and stands in the way of no other', async () => {
  const folder = temporaryFolder();
  const project = await createProject(folder);
  const first = await serve(folder);
  for (const id of [OLD, `evt_${NOW}_1`])
    expect(await send(first.port, project, id)).toMatchObject({ status: 200 });
  await first.terminate();
  await cvqProcess(['store', 'shrink'], settingsFor(folder));
  expect(await checked(folder)).toBe('ok');
  runSql(
    folder,
    'events',
    "UPDATE blocks SET body = CAST(substr(body, 1, length(body) - 9) || x'00' || substr(body, -8) AS BLOB)",
  );
  expect(await checked(folder)).toMatch(
    /Block 1 of archived events is not as it was stored: .*Restore the store/,
  );

  const collector = await serve(folder);
  const [again, ...others] = await Promise.all(
    [OLD, ...Array.from({ length: 9 }, (_, index) => `evt_${NOW}_${index + 2}`)].map((id) =>
      send(collector.port, project, id),
    ),
  );
  expect(again?.status).toBe(500);
  expect(again?.body).not.toMatch(/Block|SQLITE|at /);
  expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
  expect((await fetch(`http://127.0.0.1:${collector.port}/readyz`)).status).toBe(200);
  expect(collector.log()).toMatch(/Block 1 of archived events is not as it was stored/);
  await collector.terminate();
});
