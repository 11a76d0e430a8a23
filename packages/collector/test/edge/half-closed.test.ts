import { describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { connectRaw, requestBytes } from '../durability/raw-connection.ts';

const collector = await startTestCollector();
const headers = { Authorization: `Bearer ${collector.serverKey}`, 'Content-Type': 'application/json' };
let orders = 0;

function post(more: Readonly<Record<string, string>> = {}): string {
  orders += 1;
  const properties = { order_id: `order-${orders}`, value: 1, currency: 'EUR' };
  const body = JSON.stringify({ event_type: 'purchase', properties });
  return requestBytes('POST', '/v1/track', { headers: { ...headers, ...more }, body });
}

/** Turns of the loop in which bytes that were sent to the own machine arrive. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a client that sends nothing more after its requests', () => {
  it.each([1, 2, 3, 40])('gets every answer: of %i, and then the end', async (count) => {
    const before = (await collector.stored()).length;
    const connection = await connectRaw(collector.port);
    connection.write(Array.from({ length: count }, () => post()).join(''));
    connection.end();
    const answers = await connection.answers(count);
    expect(answers.map(({ status }) => status)).toEqual(Array(count).fill(200));
    expect(await connection.closed).toBe('');
    expect((await collector.stored()).length).toBe(before + count);
  });

  it('gets the answers of requests that came one by one and wait for each other', async () => {
    const connection = await connectRaw(collector.port);
    for (let count = 0; count < 5; count += 1) {
      connection.write(post());
      await settle();
    }
    connection.end();
    expect((await connection.answers(5)).map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await connection.closed).toBe('');
  });

  it('is answered by HTTP/1.0, and where it asked for the end itself', async () => {
    const close = post({ Connection: 'close' });
    for (const bytes of [post().replace('HTTP/1.1', 'HTTP/1.0'), close, `${post()}${close}`]) {
      const connection = await connectRaw(collector.port);
      connection.write(bytes);
      connection.end();
      const count = bytes.split('POST ').length - 1;
      expect((await connection.answers(count)).map(({ status }) => status)).toEqual(Array(count).fill(200));
      expect(await connection.closed).toBe('');
    }
  });

  it('is answered after a body that came slowly', async () => {
    const bytes = post() + post();
    const connection = await connectRaw(collector.port);
    for (let start = 0; start < bytes.length; start += 60) {
      connection.write(bytes.slice(start, start + 60));
      await settle();
    }
    connection.end();
    expect((await connection.answers(2)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await connection.closed).toBe('');
  });

  it('is told of a body that ended before its length, and loses no answer to what came before', async () => {
    const connection = await connectRaw(collector.port);
    connection.write(post() + post().slice(0, -5));
    connection.end();
    expect((await connection.answers(2)).map(({ status }) => status)).toEqual([200, 400]);
    expect(await connection.closed).toBe('');
  });

  it('and asks for large answers gets them whole', async () => {
    const connection = await connectRaw(collector.port);
    connection.write(requestBytes('GET', '/v1/openapi.json').repeat(3));
    connection.end();
    const answers = await connection.answers(3);
    for (const { body } of answers) expect(JSON.parse(body)).toHaveProperty('openapi');
    expect(await connection.closed).toBe('');
  });

  it('and asked for nothing is closed', async () => {
    const idle = await connectRaw(collector.port);
    idle.end();
    expect(await idle.closed).toBe('');
    const kept = await connectRaw(collector.port);
    kept.write(post());
    expect((await kept.answer()).status).toBe(200);
    kept.end();
    expect(await kept.closed).toBe('');
  });
});
