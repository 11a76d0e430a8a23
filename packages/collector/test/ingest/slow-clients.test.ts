import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { receive } from '../../src/body/json-body.ts';
import { HttpServer } from '../../src/edge/http-server.ts';
import { SharedBudget } from '../../src/quotas/limits.ts';
import { connectRaw, type RawConnection } from '../durability/raw-connection.ts';

const SLOW_CLIENTS = 50;

/** The server of the collector, with a path that reads a body as the tracking paths do. */
async function listen(change: { headersTimeout?: number; requestTimeout?: number }) {
  const budget = new SharedBudget({ limit: 1_000_000, perOwner: 1_000_000 });
  const gone: unknown[] = [];
  const { server } = new HttpServer(async (request, response) => {
    try {
      const body = await receive(request, { contentTypes: ['application/json'], budget, owner: 'all' });
      budget.release('all', body.length);
      response.end(body);
    } catch (error) {
      gone.push(error);
      response.destroy();
    }
  });
  Object.assign(server, { ...change, connectionsCheckingInterval: 50 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  untilFileEnds(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, budget, gone };
}

const POST =
  'POST /v1/track HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';

/** One byte after the other, until the other side has had enough. */
function trickle(connection: RawConnection): void {
  const timer = setInterval(() => connection.write('x'), 20);
  void connection.closed.then(() => clearInterval(timer));
}

async function slowClients(port: number, start: string): Promise<RawConnection[]> {
  return Promise.all(
    Array.from({ length: SLOW_CLIENTS }, async () => {
      const connection = await connectRaw(port);
      connection.write(start);
      trickle(connection);
      return connection;
    }),
  );
}

async function expectGoodRequest(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"good":true}',
  });
  expect(await answer.json()).toEqual({ good: true });
}

describe('a client that takes its time', () => {
  it('has ten seconds for its headers and twenty for a request, and is looked at every second', () => {
    const { server } = new HttpServer(() => {});
    expect(server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      connectionsCheckingInterval: 1000,
    });
  });

  it.each([
    ['its headers', { headersTimeout: 300 }, 'POST /v1/track HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    ['its body', { requestTimeout: 300, headersTimeout: 300 }, POST],
  ])('over %s is cut, with an answer, and costs nobody else theirs', async (_, change, start) => {
    const { port, budget, gone } = await listen(change);
    const slow = await slowClients(port, start);
    await expectGoodRequest(port);
    for (const connection of slow) {
      const answer = await connection.answer();
      expect(answer.status).toBe(408);
      expect(answer.headers).toMatchObject({ connection: 'close', 'content-type': 'application/json' });
      expect(answer.headers['x-request-id']).toMatch(/^req_/);
      expect(JSON.parse(answer.body)).toEqual({
        success: false,
        error: 'The request took too long to arrive.',
      });
      await connection.closed;
    }
    await expectGoodRequest(port);
    expect(gone.map((error) => (error as Error).name)).toEqual(
      start === POST ? Array(SLOW_CLIENTS).fill('ClientGone') : [],
    );
    // Every byte of theirs was given back: there is room for all that there ever was.
    budget.take('all', 1_000_000);
  });

  it.each([
    ['its headers', 'GET /v1/me HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    ['its body', POST.replace('/v1/track', '/v1/conversions/evt_1_a/retry')],
  ])('over %s is told so in the envelope of the API that it asked', async (_, start) => {
    const { port } = await listen({ requestTimeout: 300, headersTimeout: 300 });
    const connection = await connectRaw(port);
    connection.write(start);
    const answer = await connection.answer();
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { code: 'invalid_request', message: 'The request took too long to arrive.' },
    });
  });

  it('over its body is cut also behind a request that it pipelined before', async () => {
    const { port } = await listen({ requestTimeout: 300, headersTimeout: 300 });
    const connection = await connectRaw(port);
    const body = '{"good":true}';
    connection.write(`${POST.replace('1000', String(body.length))}${body}${POST}`);
    const [first, second] = await connection.answers(2);
    expect([first?.status, second?.status]).toEqual([200, 408]);
    await connection.closed;
  });
});
