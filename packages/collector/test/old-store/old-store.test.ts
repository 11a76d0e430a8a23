import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createLog, readConfig, startCollector } from '@cvq/collector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../client.ts';
import { temporaryFolder } from '../collector.ts';
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
  const config = readConfig({ PORT: '0', CVQ_DATA: folder });
  collector = await startCollector({ config, log: createLog('silent'), now: () => NOW });
  client = createClient(collector.port);
});

afterAll(async () => {
  client.close();
  await collector.close();
});

describe('a store of an earlier version is opened, and answers as before', () => {
  it.each(questionsAbout(old))('%s', async (question, path) => {
    const { status, body } = await client.send({ path, bearer: old.key });
    const { generated_at: _, ...meta } = (body as Answer['body']).meta ?? {};
    const now = {
      status,
      body: { ...(body as Answer['body']), ...('meta' in (body as object) && { meta }) },
    };
    const differences = differencesBetween({ before: old.answers[question], now }, question);
    expect(differences.filter((difference) => !WISHED.some(({ is }) => is(difference)))).toEqual([]);
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
