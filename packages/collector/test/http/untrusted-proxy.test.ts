import { PassThrough } from 'node:stream';
import { createLog } from '@cvq/collector';
import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

async function startBehind(trusted: string) {
  const lines: string[] = [];
  const output = new PassThrough().on('data', (line) => void lines.push(String(line)));
  const collector = await startTestCollector({
    settings: { CVQ_TRUST_PROXY: trusted },
    log: createLog('warn', output),
  });
  let sent = 0;
  async function sendFrom(forwarded: string | null, header = 'X-Forwarded-For'): Promise<void> {
    sent += 1;
    const id = `evt_${collector.clock.now}_${sent}`;
    const json = { key: collector.project, events: [{ id, event_type: 'pageview' }] };
    const headers = forwarded === null ? {} : { [header]: forwarded };
    const answer = await collector.client.send({ method: 'POST', path: '/v1/events', headers, json });
    expect(answer.status).toBe(202);
  }
  return { lines, sendFrom };
}

it('a proxy that CVQ_TRUST_PROXY does not name is warned of once, by its address', async () => {
  const { lines, sendFrom } = await startBehind('::1, 172.17.0.1');
  await sendFrom(null);
  expect(lines).toEqual([]);
  for (const client of ['203.0.113.9', '203.0.113.10']) await sendFrom(client);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    proxy: '127.0.0.1',
    msg: expect.stringContaining('CVQ_TRUST_PROXY does not name it: all its visitors count as one address'),
  });
  expect(lines[0]).not.toContain('203.0.113');
});

it('a proxy that is named is not warned of, also where its client is on its own machine', async () => {
  const { lines, sendFrom } = await startBehind('127.0.0.0/8');
  for (const client of ['203.0.113.9', '127.0.0.1', '']) await sendFrom(client);
  expect(lines).toEqual([]);
});

it.each(['X-Real-IP', 'Forwarded'])(
  'a proxy that is named and tells of its clients by %s alone is warned of once',
  async (header) => {
    const { lines, sendFrom } = await startBehind('127.0.0.0/8');
    await sendFrom('203.0.113.9');
    expect(lines).toEqual([]);
    for (const client of ['203.0.113.9', '203.0.113.10']) await sendFrom(client, header);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      proxy: '127.0.0.1',
      msg: expect.stringContaining('it sends no X-Forwarded-For: all its visitors count as one address'),
    });
    expect(lines[0]).not.toContain('203.0.113');
  },
);
