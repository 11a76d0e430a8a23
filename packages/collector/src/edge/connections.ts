import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOfClient } from '../quotas/network-of-client.ts';
import { RequestGate } from './request-gate.ts';

/** So many connections of the busiest client are looked at for one that nobody would miss. */
const LOOKED_AT = 64;
/** Beyond the limit: what is closed gives its file back a moment later. */
const MARGIN = 64;

/**
 * Bounds the connections of a server. When there are too many, the client with the most of them loses one: an idle
 * one if there is, else its oldest. So a flood from one address closes its own connections, and nobody else's.
 */
export function limitConnections(server: Server, limit: number): void {
  const byClient = new Map<string, Set<Socket>>();
  let open = 0;
  server.maxConnections = limit + MARGIN;
  server.on('connection', (socket: Socket) => {
    const client = networkOfClient(socket.remoteAddress ?? null);
    const own = byClient.get(client) ?? new Set<Socket>();
    if (own.size === 0) byClient.set(client, own);
    own.add(socket);
    open += 1;
    socket.on('close', () => leave(client, socket));
    if (open > limit) closeOne();
  });

  function leave(client: string, socket: Socket): void {
    const own = byClient.get(client);
    if (own?.delete(socket) !== true) return;
    open -= 1;
    if (own.size === 0) byClient.delete(client);
  }

  function closeOne(): void {
    const [client, own] = busiest(byClient);
    const socket = leastMissed(own);
    if (socket === undefined) return;
    socket.destroy();
    // Its `close` comes later; until then it must not be chosen again.
    leave(client, socket);
  }
}

type Client = readonly [name: string, own: ReadonlySet<Socket>];

function busiest(byClient: ReadonlyMap<string, ReadonlySet<Socket>>): Client {
  let most: Client = ['', new Set()];
  for (const client of byClient) if (client[1].size > most[1].size) most = client;
  return most;
}

function leastMissed(own: ReadonlySet<Socket>): Socket | undefined {
  let looked = 0;
  for (const socket of own) {
    if (RequestGate.of(socket)?.isIdle() ?? true) return socket;
    looked += 1;
    if (looked === LOOKED_AT) break;
  }
  const [oldest] = own;
  return oldest;
}
