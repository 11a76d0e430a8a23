import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOfClient } from '../net/address.ts';
import { RequestGate } from './request-gate.ts';

/** So many connections of the busiest client are looked at for one that nobody would miss. */
const LOOKED_AT = 64;
/** Beyond the limit: what is closed gives its file back a moment later. */
const MARGIN = 64;

/** Connections that may be open at once: in all, and of one client. */
type Limits = { readonly limit: number; readonly ofOne: number };

/** The connections that are open. */
export type OpenConnections = {
  /** Closes those that wait for a request, also for their first one, of which Node thinks as of one that is under way. */
  closeUnused(): void;
};

/**
 * Bounds the connections of a server. A client with too many of them loses one, and when there are too many in all, the
 * one with the most does: an idle one if there is, else its oldest. So a flood from one address closes its own
 * connections, and nobody else's.
 */
export function limitConnections(server: Server, { limit, ofOne }: Limits): OpenConnections {
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
    if (own.size > ofOne) closeOne(client, own);
    else if (open > limit) closeOne(...busiest(byClient));
  });

  function leave(client: string, socket: Socket): void {
    const own = byClient.get(client);
    if (own?.delete(socket) !== true) return;
    open -= 1;
    if (own.size === 0) byClient.delete(client);
  }

  function closeOne(client: string, own: ReadonlySet<Socket>): void {
    const socket = leastMissed(own);
    if (socket === undefined) return;
    socket.destroy();
    // Its `close` comes later; until then it must not be chosen again.
    leave(client, socket);
  }

  return {
    closeUnused() {
      for (const own of byClient.values())
        for (const socket of own) if (RequestGate.of(socket)?.isUnused() === true) socket.destroy();
    },
  };
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
