import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { createProject, serve, temporaryFolder, until } from '../durability/program.ts';
import { connectRaw, requestBytes } from '../durability/raw-connection.ts';
import { cvq } from '../program.ts';

it('a client that goes away in the middle of its request is no error in the log', async () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const project = await createProject(folder);
  const scopes = ['--scopes', 'conversions:read,conversions:write', '--projects', 'all', '--json'];
  const made = await cvq(['key', 'create', '--name', 'Retries', ...scopes], { CVQ_DATA: folder });
  const { key } = JSON.parse(made.stdout) as { key: string };
  const collector = await serve(folder, { env: { CVQ_METRICS_TOKEN: 'x'.repeat(16) } });
  const bearer = { Authorization: `Bearer ${project.server_key}` };
  const json = { 'Content-Type': 'application/json', 'Content-Length': '1000' };
  const halves = [
    requestBytes('POST', '/v1/track', { headers: { ...bearer, ...json } }),
    requestBytes('POST', '/v1/events', { headers: json }),
    requestBytes('POST', '/v1/conversions/evt_1_a/retry', {
      headers: { Authorization: `Bearer ${key}`, ...json },
    }),
  ];
  const isAnswered = async () => {
    const connection = await connectRaw(collector.port);
    connection.write(requestBytes('GET', '/v1/me', { headers: { Authorization: `Bearer ${key}` } }));
    const { status } = await connection.answer();
    connection.destroy();
    return status === 200;
  };
  // Before it is known who asks, and after that: the first request of a key takes longest.
  for (const _ of [1, 2]) {
    for (const half of [...halves, halves[2], halves[2]]) {
      const connection = await connectRaw(collector.port);
      connection.write(`${half}{"half":`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      connection.destroy();
    }
    // A Starter key has two slots: none of them may be left behind.
    await until('the slots of the key are free', isAnswered);
  }
  for (const path of ['/sdk.js', '/demo/', '/v1/openapi.json', '/docs/errors']) {
    const connection = await connectRaw(collector.port);
    connection.write(requestBytes('GET', path).repeat(3));
    connection.destroy();
  }
  const after = await connectRaw(collector.port);
  after.write(requestBytes('GET', '/healthz'));
  expect((await after.answer()).status).toBe(200);
  after.destroy();
  expect(await collector.terminate()).toBe(0);
  expect(collector.log()).not.toContain('failed');
  expect(collector.log()).not.toContain('"level":50');
});
