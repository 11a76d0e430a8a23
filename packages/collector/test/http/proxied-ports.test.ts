import { PassThrough } from 'node:stream';
import { createLog } from '@cvq/collector';
import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

const lines: string[] = [];
const output = new PassThrough().on('data', (line) => void lines.push(String(line)));
const collector = await startTestCollector({
  settings: { CVQ_TRUST_PROXY: '127.0.0.1', CVQ_BROWSER_RATE: '3' },
  log: createLog('warn', output),
});

function sendFrom(forwarded: string, number: number) {
  return collector.client.send({
    method: 'POST',
    path: '/v1/events',
    headers: { 'X-Forwarded-For': forwarded },
    json: {
      key: collector.project,
      events: [{ id: `evt_${collector.clock.now}_${number}`, event_type: 'pageview' }],
    },
  });
}

it('an address with a port is the same client on each of its connections, and has a place and a visitor', async () => {
  const statuses: number[] = [];
  for (const port of [40_000, 40_001, 40_002, 40_003])
    statuses.push((await sendFrom(`8.8.8.8:${port}, 127.0.0.1:80`, port)).status);
  expect(statuses).toEqual([202, 202, 202, 429]);
  expect((await collector.stored())[0]).toMatchObject({ client: { country: 'US' }, visitor_kind: 'hash' });
  expect(lines).toEqual([]);
});

it('what is no address is warned of once, and not told', async () => {
  for (const number of [1, 2]) expect((await sendFrom('secret-name', number)).status).toBe(202);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('A trusted proxy names something in X-Forwarded-For that is no address');
  expect(lines[0]).not.toContain('secret-name');
});
