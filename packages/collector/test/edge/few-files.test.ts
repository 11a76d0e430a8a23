import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProject, serve, temporaryFolder, until } from '../durability/program.ts';
import { connectRaw, requestBytes } from '../durability/raw-connection.ts';
import { runUntilFileEnds } from '../run-until-file-ends.ts';

const CVQ = join(import.meta.dirname, '..', '..', 'bin', 'cvq.js');

it.skipIf(process.platform === 'win32')(
  'a collector that may open few files says so, and answers beside more idle connections than that',
  async () => {
    const folder = temporaryFolder();
    const { server_key } = await createProject(folder);
    const child = spawn('sh', ['-c', 'ulimit -n 256; exec "$0" "$@"', process.execPath, CVQ, 'serve'], {
      env: { PATH: process.env.PATH, PORT: '0', CVQ_DATA: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    runUntilFileEnds(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk;
      });
    await until('it listens', () => /listening on/.test(printed));
    expect(printed).toMatch(/may open 256 files, so it takes 128 connections/);
    const port = Number(/listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1]);
    const idle = await Promise.all(Array.from({ length: 400 }, () => connectRaw(port)));
    const connection = await connectRaw(port);
    connection.write(
      requestBytes('POST', '/v1/track', {
        headers: { Authorization: `Bearer ${server_key}`, 'Content-Type': 'application/json' },
        body: '{"event_type":"lead"}',
      }),
    );
    expect((await connection.answer()).status).toBe(200);
    for (const one of [...idle, connection]) one.destroy();
  },
);

it('an unset CVQ_TRUST_PROXY behind a proxy is warned of once', async () => {
  const folder = temporaryFolder();
  await createProject(folder);
  const collector = await serve(folder);
  const connection = await connectRaw(collector.port);
  connection.write(requestBytes('GET', '/healthz'));
  await connection.answer();
  expect(collector.log()).not.toContain('CVQ_TRUST_PROXY');
  for (const forwarded of [{ 'X-Forwarded-For': '203.0.113.9' }, { Forwarded: 'for=203.0.113.9' }]) {
    connection.write(requestBytes('GET', '/healthz', { headers: forwarded }));
    await connection.answer();
  }
  connection.destroy();
  await collector.terminate();
  expect(collector.log().match(/CVQ_TRUST_PROXY is not set/g)).toHaveLength(1);
});
