import { describe, expect, it } from 'vitest';
import { START, startTestCollector } from '../collector.ts';

const collector = await startTestCollector();
const { client, project } = collector;
/** Nearly all that Node takes of the head of a request. */
const LENGTH = 15_000;
const batch = JSON.stringify({
  key: project,
  events: [{ id: `evt_${START}_hostile1`, event_type: 'pageview' }],
});

/** Fills a head with a text, repeated. */
const full = (text: string) => text.repeat(LENGTH / text.length);

const postWith = (headers: Readonly<Record<string, string>>) => ({
  method: 'POST',
  path: '/v1/events',
  headers: { Origin: 'https://www.shop.example', 'Content-Type': 'text/plain', ...headers },
  body: batch,
});

describe('a request that is as large as its head may be', () => {
  it.each([
    ['a cookie of ours with blanks in it', postWith({ Cookie: `cvq=${full(' ')}x` }), 202],
    ['another cookie with blanks before it', postWith({ Cookie: `cvq=x; ${full(' ')}x` }), 202],
    ['many cookies of ours', postWith({ Cookie: full('cvq= ; ') }), 202],
    ['a browser with blanks in it', postWith({ 'User-Agent': `Mozilla/5.0 (Windows${full(' ')}+x` }), 202],
    ['a query of brackets with a line break after them', { path: `/v1/me?${full('[')}%0A` }, 401],
    ['a query of brackets to an agent', { method: 'POST', path: `/mcp?${full('[')}%0A` }, 401],
  ])('takes no longer for what stands in it: %s', async (_, call, status) => {
    const times: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      const start = performance.now();
      expect(await client.send(call)).toMatchObject({ status });
      times.push(performance.now() - start);
    }
    expect(Math.min(...times)).toBeLessThan(20);
  });
});
