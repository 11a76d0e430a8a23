import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { HttpServer } from '../../src/edge/http-server.ts';
import { roomForConnections } from '../../src/edge/open-files.ts';
import { networkOfClient } from '../../src/net/address.ts';

const LIMIT = 20;

async function listen(options: { behindProxy?: boolean } = {}) {
  const http = new HttpServer((_, response) => response.end('well'), { connections: LIMIT, ...options });
  const { server } = http;
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  untilFileEnds(() => {
    server.closeAllConnections();
    server.close();
  });
  return { http, server, port: (server.address() as AddressInfo).port };
}

async function open(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [bytes] = await once(socket, 'data');
  return String(bytes).split('\r\n')[0] ?? '';
}

describe('connections', () => {
  it('beyond the limit close one of the address that has the most, and none of another', async () => {
    const { server, port } = await listen({ behindProxy: true });
    const people = await Promise.all(['127.0.0.2', '127.0.0.3', '127.0.0.4'].map((from) => open(port, from)));
    for (const person of people) expect(await ask(person)).toBe('HTTP/1.1 200 OK');
    let cut = 0;
    for (let count = 0; count < 3 * LIMIT; count += 1) {
      const flood = await open(port, '127.0.0.66');
      flood.on('close', () => (cut += 1));
      flood.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    }
    const late = await open(port, '127.0.0.5');
    expect(await ask(late)).toBe('HTTP/1.1 200 OK');
    for (const person of people) expect(await ask(person)).toBe('HTTP/1.1 200 OK');
    while (cut < 2 * LIMIT) await new Promise((resolve) => setImmediate(resolve));
    const count = await new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
    expect(count).toBeLessThanOrEqual(LIMIT);
  });

  it('on which nothing was ever asked do not hold up the end, for which a request that has begun is answered', async () => {
    const { http, port } = await listen();
    const unused = await open(port, '127.0.0.2');
    const begun = await open(port, '127.0.0.3');
    begun.write('GET / HTTP/1.1\r\nHost: x\r\n');
    // Its answer shows that what came before it on the others has been read.
    expect(await ask(await open(port, '127.0.0.4'))).toBe('HTTP/1.1 200 OK');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    try {
      const drained = http.drain();
      vi.advanceTimersByTime(1000);
      await once(unused.resume(), 'close');
      begun.write('\r\n');
      expect(String(await once(begun, 'data'))).toMatch(/^HTTP\/1\.1 200 OK/);
      await drained;
    } finally {
      vi.useRealTimers();
    }
  });

  it('of one address are half of all at most, and its new ones close its idle ones first', async () => {
    const { server, port } = await listen();
    const idle = await open(port, '127.0.0.2');
    const others = [];
    for (let count = 0; count < LIMIT / 2; count += 1) others.push(await open(port, '127.0.0.2'));
    await once(idle, 'close');
    expect(await ask(others.at(-1) as Socket)).toBe('HTTP/1.1 200 OK');
    const count = await new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
    expect(count).toBe(LIMIT / 2);
  });

  it('of the same proxy give way to its new ones, the idle first, when there are too many in all', async () => {
    const { port } = await listen({ behindProxy: true });
    const idle = await open(port, '127.0.0.2');
    const others = [];
    for (let count = 0; count < LIMIT; count += 1) others.push(await open(port, '127.0.0.2'));
    await once(idle, 'close');
    expect(await ask(others.at(-1) as Socket)).toBe('HTTP/1.1 200 OK');
  });

  it('leave room for the files of the stores where few may be open, with a word on it', () => {
    expect(roomForConnections(4000, 100_000)).toEqual({ connections: 4000, warning: null });
    expect(roomForConnections(4000, null)).toEqual({ connections: 4000, warning: null });
    expect(roomForConnections(4000, 4096).connections).toBe(3456);
    const narrow = roomForConnections(4000, 256);
    expect(narrow.connections).toBe(128);
    expect(narrow.warning).toMatch(/may open 256 files.*128 connections.*ulimit -n 4640/);
    expect(roomForConnections(16, 256)).toMatchObject({ connections: 16, warning: expect.any(String) });
  });
});

describe('a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
    ['not an address', 'not an address'],
    [null, ''],
  ])('at %s counts as %s', (address, network) => {
    expect(networkOfClient(address)).toBe(network);
  });
});
