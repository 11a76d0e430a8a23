import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { ClientGone } from '../../src/body/json-body.ts';
import { signalOfClient } from '../../src/edge/client-signal.ts';
import { HttpServer } from '../../src/edge/http-server.ts';
import { connectRaw, requestBytes } from '../durability/raw-connection.ts';

type Asked = {
  readonly signal: AbortSignal;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};

/** A server that answers when a test does. */
let noteAsked: (asked: Asked) => void = () => {};
const http = new HttpServer((request, response) => {
  noteAsked({ signal: signalOfClient(request, response), request, response });
});
http.server.listen(0, '127.0.0.1');
await once(http.server, 'listening');
const { port } = http.server.address() as AddressInfo;
afterAll(() => http.drain());

/** A connection that has sent a request, as the server sees it. */
async function askedOf(bytes: string) {
  const asked = new Promise<Asked>((resolve) => {
    noteAsked = resolve;
  });
  const connection = await connectRaw(port);
  connection.write(bytes);
  return { connection, ...(await asked) };
}

it('a client that goes away while its answer is worked on is noticed', async () => {
  const { connection, signal } = await askedOf(requestBytes('GET', '/v1/analytics/overview'));
  expect(signal.aborted).toBe(false);
  connection.destroy();
  await once(signal, 'abort');
  expect(signal.reason).toBeInstanceOf(ClientGone);
});

it('a client that was gone before anybody asked is known to be gone', async () => {
  const { connection, request, response } = await askedOf(requestBytes('GET', '/v1/analytics/overview'));
  const closed = once(response, 'close');
  connection.destroy();
  await closed;
  expect(signalOfClient(request, response).reason).toBeInstanceOf(ClientGone);
});

it('a client that only sends nothing more gets its answer, after interim responses that it skips', async () => {
  const { connection, signal, response } = await askedOf(requestBytes('GET', '/v1/analytics/overview'));
  connection.end();
  for (let probe = 0; probe < 3; probe += 1) expect((await connection.answer()).status).toBe(102);
  expect(signal.aborted).toBe(false);
  response.end('the answer');
  await connection.closed;
  const answers: { status: number; body: string }[] = [];
  while (answers.at(-1)?.status !== 200) answers.push(await connection.answer());
  expect(answers.at(-1)?.body).toContain('the answer');
});

it('a client of HTTP/1.0, which knows no interim response, gets its answer alone', async () => {
  const bytes = requestBytes('GET', '/v1/analytics/overview').replace('HTTP/1.1', 'HTTP/1.0');
  const { connection, signal, response } = await askedOf(bytes);
  connection.end();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(signal.aborted).toBe(false);
  response.setHeader('Content-Length', 2);
  response.end('ok');
  expect(await connection.answer()).toMatchObject({ status: 200, body: 'ok' });
});

it('a client that stays is asked nothing', async () => {
  const { connection, response } = await askedOf(requestBytes('GET', '/v1/analytics/overview'));
  response.setHeader('Content-Length', 2);
  response.setHeader('Connection', 'close');
  response.end('ok');
  expect(await connection.answer()).toMatchObject({ status: 200, body: 'ok' });
  expect(await connection.closed).toBe('');
});
