import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createLog, readConfig, startCollector } from '@cvq/collector';
import { expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { startTestCollector, temporaryFolder } from '../collector.ts';
import { runInProcess } from '../run-in-process.ts';
import { answersOf } from './answers-of.ts';
import type { Days } from './questions.ts';

/** An hour after the store was left. */
const NOW = Date.parse('2026-11-22T09:30:00Z');
const beside = (name: string) => join(import.meta.dirname, name);

it('the events of a store of an earlier version answer the same in another store', {
  tags: ['long'],
}, async () => {
  const old = JSON.parse(gunzipSync(readFileSync(beside('answers.json.gz'))).toString()) as Days & {
    key: string;
  };
  const folder = temporaryFolder();
  execFileSync('tar', ['-xzf', beside('store.tar.gz'), '-C', folder]);
  const config = readConfig({ PORT: '0', CVQ_DATA: folder });
  const source = await startCollector({ config, log: createLog('silent'), now: () => NOW });
  const client = createClient(source.port);
  const about = await client.send({ path: `/v1/projects/${old.project}`, bearer: old.key });
  const { timezone, currency } = (about.body as { data: { timezone: string; currency: string } }).data;
  const target = await startTestCollector({ timezone, currency });
  target.clock.now = NOW;
  const scopes = ['analytics:read', 'conversions:read', 'bots:read'] as const;
  const { token } = await target.addKey({ scopes });

  const exported = await runInProcess(['events', 'export', '--project', old.project], { CVQ_DATA: folder });
  const imported = await runInProcess(
    ['events', 'import', '--project', target.project],
    { CVQ_DATA: target.folder },
    [exported.stdout],
  );
  expect(imported).toMatchObject({ code: 0, stderr: '' });

  const answers = await answersOf(client, old.key, old);
  expect(await answersOf(target.client, token, { ...old, project: target.project })).toEqual(answers);
  client.close();
  await source.close();
});
