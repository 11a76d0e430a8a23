import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createLog, readConfig, startCollector } from '@cvq/collector';
import { openControlStore } from '@cvq/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../client.ts';
import { temporaryFolder } from '../collector.ts';
import { serve } from '../durability/program.ts';
import { type Days, questionsAbout } from './questions.ts';
import { type Difference, WISHED } from './wished-differences.ts';

type Answer = { readonly status: number; readonly body: { meta?: Record<string, unknown> } };
type Old = Days & { readonly key: string; readonly answers: Readonly<Record<string, Answer>> };

/** An hour after the store was left. */
const NOW = Date.parse('2026-11-22T09:30:00Z');

const old = JSON.parse(gunzipSync(readFileSync(beside('answers.json.gz'))).toString()) as Old;
const folder = temporaryFolder();
let collector: Awaited<ReturnType<typeof startCollector>>;
let client: Client;

beforeAll(async () => {
  execFileSync('tar', ['-xzf', beside('store.tar.gz'), '-C', folder]);
  await countVisitors('off');
  const config = readConfig({ PORT: '0', CVQ_DATA: folder });
  collector = await startCollector({ config, log: createLog('silent'), now: () => NOW });
  client = createClient(collector.port);
});

afterAll(async () => {
  client.close();
  await collector.close();
});

/** The old collector knew no persons. */
async function countVisitors(persons: 'on' | 'off'): Promise<void> {
  const control = openControlStore({ folder, migrate: true });
  for (const { id } of await control.listProjects()) await control.changeProject(id, { persons });
  await control.close();
}

async function differencesOf(question: string, path: string): Promise<Difference[]> {
  const { status, body } = await client.send({ path, bearer: old.key });
  const { generated_at: _, ...meta } = (body as Answer['body']).meta ?? {};
  const now = {
    status,
    body: { ...(body as Answer['body']), ...('meta' in (body as object) && { meta }) },
  };
  const differences = differencesBetween({ before: old.answers[question], now }, question);
  return differences.filter((difference) => !WISHED.some(({ is }) => is(difference)));
}

describe('a store of an earlier version is opened, and answers as before', () => {
  it.each(questionsAbout(old))('%s', async (question, path) => {
    expect(await differencesOf(question, path)).toEqual([]);
  });

  it('except for visitors, which are fewer, where persons are counted', async () => {
    await countVisitors('on');
    for (const question of ['overview excluded', 'day included']) {
      const found = await differencesOf(question, new Map(questionsAbout(old)).get(question) as string);
      expect(found.length).toBeGreaterThan(0);
      for (const { path, before, now } of found) {
        expect(path).toMatch(/\.visitors$/);
        expect(now).toBeLessThan(before as number);
      }
    }
  });
});

it('every question that the old collector answered is asked again', () => {
  expect(questionsAbout(old).map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(old.answers)));
});

function differencesBetween(
  { before, now }: { before: unknown; now: unknown },
  question: string,
  path = '',
): Difference[] {
  if (!isNested(before) || !isNested(now)) {
    return Object.is(before, now) ? [] : [{ question, path, before, now }];
  }
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].flatMap((name) =>
    differencesBetween(
      { before: before[name], now: now[name] },
      question,
      Array.isArray(now) ? `${path}[${name}]` : `${path}.${name}`,
    ),
  );
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function beside(name: string): string {
  return join(import.meta.dirname, name);
}

it('the log tells which stores are brought to the schema of this version, once', async () => {
  const another = temporaryFolder();
  execFileSync('tar', ['-xzf', beside('store.tar.gz'), '-C', another]);
  const told = async () => {
    const program = await serve(another);
    await program.terminate();
    const lines = program.log().trim().split('\n');
    return lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'migrating');
  };
  expect(await told()).toMatchObject(
    ['control', 'events'].map((store) => ({
      ...{ level: 30, file: join(another, `${store}.db`) },
      ...{ found: expect.any(Number), wanted: expect.any(Number) },
    })),
  );
  expect(await told()).toEqual([]);
});
