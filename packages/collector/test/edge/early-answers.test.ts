import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { HttpServer } from '../../src/edge/http-server.ts';
import { startTestCollector } from '../collector.ts';
import { connectRaw, requestBytes } from '../durability/raw-connection.ts';

const collector = await startTestCollector();
const JSON_TYPE = { 'Content-Type': 'application/json' };
/** Several times what the system takes of a connection that nobody reads. */
const LARGE = 'x'.repeat(24 * 1_048_576);

/** What a client gets that writes all of its request before it reads anything, as many programs and proxies do. */
async function writeThenRead(bytes: string): Promise<string> {
  const socket = connect(collector.port, '127.0.0.1').pause();
  const written = Promise.withResolvers<void>();
  socket.on('error', written.reject);
  socket.write(bytes, () => written.resolve());
  await written.promise;
  return text(socket.end());
}

describe('a client that is refused while it sends its body', () => {
  it.each([
    ['a body that is too large', '/v1/track', { Authorization: `Bearer ${collector.serverKey}` }, 400],
    ['an unknown server key', '/v1/track', { Authorization: 'Bearer srv_unknown' }, 401],
    ['an unknown read key', '/v1/conversions/evt_1_a/retry', { Authorization: 'Bearer sk_unknown' }, 401],
    ['a body that no browser sends', '/v1/events', {}, 400],
    ['an address where nothing is', '/nothing', {}, 404],
    [
      'a form that is too large',
      '/oauth/token',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      400,
    ],
  ])('reads why, once it has sent all: %s', async (_, path, more, status) => {
    const headers = { Host: new URL(collector.origin).host, ...JSON_TYPE, ...more };
    const answer = await writeThenRead(requestBytes('POST', path, { headers, body: LARGE }));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('Connection: close');
    expect(answer).toMatch(/"error":/);
  });

  it('reads why also where the length is not told, and the body grows past the limit', async () => {
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${collector.serverKey}` };
    const chunked = requestBytes('POST', '/v1/track', {
      headers: { ...headers, 'Transfer-Encoding': 'chunked' },
    });
    const chunk = `100000\r\n${'x'.repeat(1_048_576)}\r\n`;
    const answer = await writeThenRead(`${chunked}${chunk.repeat(24)}0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*The body is larger than 1 MB/s);
  });

  it('reads why also behind a request that it pipelined before', async () => {
    const first = requestBytes('POST', '/nothing', { body: 'short' });
    const second = requestBytes('POST', '/nothing', { body: LARGE });
    expect(await writeThenRead(first + second)).toMatch(/^HTTP\/1\.1 404 .*HTTP\/1\.1 404 /s);
  });

  it('is told at once that nothing more comes, and nothing that it sends is taken for a request', async () => {
    const client = await connectRaw(collector.port);
    const request = requestBytes('GET', '/healthz');
    client.write(requestBytes('POST', '/nothing', { headers: { 'Content-Length': '2000' } }));
    expect((await client.answer()).status).toBe(404);
    client.write(request.repeat(100));
    client.end();
    expect(await client.closed).toBe('');
  });
});

describe('a client that is answered before its body, which never ends', () => {
  async function listen(answersAndCloses: boolean) {
    const { server } = new HttpServer((_, response) => {
      if (answersAndCloses) response.setHeader('Connection', 'close');
      response.end('answered');
    });
    Object.assign(server, { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 50 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    untilFileEnds(() => {
      server.closeAllConnections();
      server.close();
    });
    return server;
  }

  it.each([
    ['that is to be closed', true],
    ['that goes on', false],
  ])('on a connection %s gets that one answer, and is let go', async (_, answersAndCloses) => {
    const server = await listen(answersAndCloses);
    const letGo = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const answers = text(client);
    client.write(requestBytes('GET', '/page', { headers: { 'Content-Length': '2000' } }));
    await letGo;
    expect((await answers).split('HTTP/1.1 ')).toHaveLength(2);
  });
});
