import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { type Receiver, startReceiver } from './receiver.ts';
import { openWorkshop } from './workshop.ts';

/** A server that answers the first request of each connection, and closes the connection at the second. */
async function startForgetful(close: (socket: Socket) => void) {
  const server = createServer();
  const requestsOf = new Map<Socket, number>();
  const receiver: Receiver = await startReceiver(server);
  server.on('request', ({ socket }) => requestsOf.set(socket, (requestsOf.get(socket) ?? 0) + 1));
  receiver.answer = ({ headers }, response) => {
    const { socket } = response;
    if (headers.connection === 'close' || socket === null || requestsOf.get(socket) === 1) response.end('ok');
    else close(socket);
  };
  return { receiver, requestsOf };
}

it.each([
  ['ends', (socket: Socket) => void socket.end()],
  ['resets', (socket: Socket) => void socket.resetAndDestroy()],
])('a receiver that %s an idle connection as it is used again makes no failure', async (_, close) => {
  const { receiver, requestsOf } = await startForgetful(close);
  const shop = await openWorkshop();
  await shop.addEndpoint(receiver.url);
  for (let round = 0; round < 20; round += 1) {
    await shop.buy();
    await shop.deliverer.deliverDue();
  }
  const deliveries = await shop.deliveries();
  expect(deliveries).toHaveLength(20);
  for (const delivery of deliveries)
    expect(delivery).toMatchObject({ state: 'acknowledged', attempts: 1, lastStatus: 200 });
  expect(Math.max(...requestsOf.values())).toBe(2);
});

it('a receiver that closes new connections is asked once for each attempt', async () => {
  const server = createServer();
  const receiver = await startReceiver(server);
  receiver.answer = (_, response) => void response.socket?.destroy();
  const shop = await openWorkshop();
  await shop.addEndpoint(receiver.url);
  await shop.buy();
  await shop.deliverer.deliverDue();
  expect(receiver.requests).toHaveLength(1);
  expect((await shop.deliveries())[0]).toMatchObject({ state: 'retry_scheduled', attempts: 1 });
});

it('one more try of a closed connection is all: the receiver that closes that too has failed', async () => {
  const receiver = await startReceiver();
  const shop = await openWorkshop();
  await shop.addEndpoint(receiver.url);
  await shop.buy();
  await shop.deliverer.deliverDue();
  receiver.answer = (_, response) => void response.socket?.destroy();
  await shop.buy();
  await shop.deliverer.deliverDue();
  expect(receiver.requests).toHaveLength(3);
  expect((await shop.deliveries()).at(-1)).toMatchObject({ state: 'retry_scheduled', attempts: 1 });
});
