import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { requestBytes } from '../durability/raw-connection.ts';

const CROWD = 400;

const collector = await startTestCollector();
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

async function open(localAddress: string): Promise<Socket> {
  const socket = connect({ port: collector.port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

it('a crowd that asks for large documents from one address is overtaken by an event from another', async () => {
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => open('127.0.0.66')));
  let answered = 0;
  for (const socket of crowd) socket.once('data', () => (answered += 1));
  for (const socket of crowd) socket.write(requestBytes('GET', '/v1/openapi.json').repeat(20));
  while (answered === 0) await new Promise((resolve) => setImmediate(resolve));
  const visitor = await open('127.0.0.2');
  const headers = { Authorization: `Bearer ${collector.serverKey}`, 'Content-Type': 'application/json' };
  visitor.write(requestBytes('POST', '/v1/track', { headers, body: '{"event_type":"lead"}' }));
  const [answer] = await once(visitor, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  expect(answered).toBeLessThan(CROWD / 2);
}, 60_000);
