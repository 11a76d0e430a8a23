import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { HttpServer } from '../../src/edge/http-server.ts';
import { connectRaw, requestBytes } from '../durability/raw-connection.ts';

const LARGE = Buffer.alloc(32 * 1_048_576);
const STALL_MS = 300;

async function listen(listener: RequestListener): Promise<number> {
  const { server } = new HttpServer(listener);
  expect(server.timeout, 'half a minute without progress').toBe(30_000);
  server.timeout = STALL_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  untilFileEnds(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('a client that does not read its answers', () => {
  it('has one of them made for it, however many it asks for, and is cut', async () => {
    let begun = 0;
    const gone = Promise.withResolvers<void>();
    const port = await listen((_, response) => {
      begun += 1;
      response.on('close', () => gone.resolve());
      response.end(LARGE);
    });
    const client = connect(port, '127.0.0.1');
    client.pause().on('error', () => {});
    client.write(requestBytes('GET', '/large').repeat(100));
    await gone.promise;
    expect(begun).toBe(1);
    client.destroy();
  });

  it('is told from one that waits for a long answer', async () => {
    const port = await listen((_, response) => {
      setTimeout(() => {
        response.setHeader('Content-Length', 13);
        response.end('a long report');
      }, 3 * STALL_MS);
    });
    const client = await connectRaw(port);
    client.write(requestBytes('GET', '/report'));
    expect((await client.answer()).body).toBe('a long report');
    client.destroy();
  });
});
