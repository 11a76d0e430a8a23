import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { createProject, serve, temporaryFolder } from '../durability/program.ts';
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
  for (const half of halves) {
    const connection = await connectRaw(collector.port);
    connection.write(`${half}{"half":`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    connection.destroy();
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
