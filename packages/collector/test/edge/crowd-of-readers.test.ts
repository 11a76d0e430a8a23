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

/** A connection that has an answer is taken. */
async function isTaken(socket: Socket): Promise<void> {
  socket.write(requestBytes('GET', '/healthz'));
  await once(socket, 'data');
}

/** An event of a server; gives the status of its answer. */
async function track(socket: Socket, body: string): Promise<number> {
  const headers = { Authorization: `Bearer ${collector.serverKey}`, 'Content-Type': 'application/json' };
  socket.write(requestBytes('POST', '/v1/track', { headers, body }));
  const [answer] = await once(socket, 'data');
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(String(answer))?.[1]);
}

it('a crowd that asks for large documents from one address is overtaken by events from another', async () => {
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => open('127.0.0.66')));
  // Connections are taken one by one: a later one would wait for those that are not taken yet, and not for their requests.
  await Promise.all(crowd.map(isTaken));
  let answered = 0;
  for (const socket of crowd) socket.once('data', () => (answered += 1));
  for (const socket of crowd) socket.write(requestBytes('GET', '/v1/openapi.json').repeat(20));
  while (answered === 0) await new Promise((resolve) => setImmediate(resolve));
  const visitor = await open('127.0.0.2');
  // One that is refused has the same turn, and does not wait for the disk: the crowd is answered meanwhile.
  expect(await track(visitor, '{"event_type":""}')).toBe(400);
  const answeredBefore = answered;
  expect(await track(visitor, '{"event_type":"lead"}')).toBe(200);
  expect(answeredBefore).toBeLessThan(CROWD / 4);
}, 60_000);
