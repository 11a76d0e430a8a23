import { beforeAll, describe, expect, it } from 'vitest';
import { ServerTiming } from '../../src/read/server-timing.ts';
import { startTestCollector, type TestCollector } from '../collector.ts';
import { withoutTable } from '../rename-table.ts';

const METRICS = 'a-token-that-only-the-test-knows';
const TIMES = /^queue;dur=(\d+(?:\.\d+)?), work;dur=(\d+(?:\.\d+)?)(, join)?$/;

let collector: TestCollector;
let token: string;
beforeAll(async () => {
  collector = await startTestCollector({ settings: { CVQ_METRICS_TOKEN: METRICS } });
  ({ token } = await collector.addKey({ scopes: ['projects:read', 'analytics:read', 'conversions:read'] }));
});

async function timesOf(path: string, bearer: string | undefined = token) {
  const response = await fetch(`${collector.baseUrl}${path}`, {
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
  });
  await response.text();
  const [, queue, work] = TIMES.exec(response.headers.get('server-timing') ?? '') ?? [];
  return { status: response.status, queue: Number(queue), work: Number(work) };
}

describe('Server-Timing', () => {
  it.each([
    '/v1/projects',
    '/v1/analytics/overview',
    '/v1/analytics/overview?compare=previous_year',
    '/v1/conversions',
  ])('of GET %s says how long its questions waited and took', async (path) => {
    const { status, queue, work } = await timesOf(path);
    expect([status, queue >= 0, work > 0]).toEqual([200, true, true]);
  });

  it('is zero of what asks nothing', async () => {
    expect(await timesOf('/v1/me')).toEqual({ status: 200, queue: 0, work: 0 });
  });

  it('is there where the store fails, and not in a refusal', async () => {
    const failed = await withoutTable(collector.folder, ['events', 'projects'], () =>
      timesOf('/v1/projects'),
    );
    expect([failed.status, failed.work > 0]).toEqual([502, true]);
    expect(await timesOf('/v1/me', 'sk_unknown')).toMatchObject({ status: 401, work: Number.NaN });
    expect(await timesOf('/v1/conversions/evt_1_a')).toMatchObject({ status: 404, work: Number.NaN });
  });

  it('adds up the questions of a request, and says that one was joined', () => {
    const timing = new ServerTiming();
    timing.note({ queueMs: 1.234, workMs: 10, joined: false });
    expect(timing.header()).toBe('queue;dur=1.23, work;dur=10');
    timing.note({ queueMs: 2, workMs: 5.5, joined: true });
    expect(timing.header()).toBe('queue;dur=3.23, work;dur=15.5, join');
  });
});

it('GET /metrics counts questions by what became of them, and their time', async () => {
  const figures = async () => {
    const response = await fetch(`${collector.baseUrl}/metrics`, {
      headers: { authorization: `Bearer ${METRICS}` },
    });
    const text = await response.text();
    return (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      );
  };
  const before = await figures();
  await timesOf('/v1/analytics/overview');
  const after = await figures();
  const answered = 'cvq_questions_total{result="answered"}';
  // The figures, with which it is told when the first event happened.
  expect(after(answered) - before(answered)).toBe(1);
  const work = 'cvq_question_seconds_total{step="work"}';
  expect(after(work)).toBeGreaterThan(before(work));
  for (const result of ['failed', 'dropped', 'past_deadline', 'refused']) {
    const name = `cvq_questions_total{result="${result}"}`;
    expect(after(name) - before(name)).toBe(0);
  }
  for (const name of ['cvq_questions_waiting', 'cvq_questions_running', 'cvq_questions_joined_total']) {
    expect(after(name) - before(name)).toBe(0);
  }
});
