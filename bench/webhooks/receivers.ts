import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A customer's server that notes when each event reached its socket. */
export type Receiver = {
  readonly url: string;
  /** When a request for an event first arrived, by `performance.now()`. */
  readonly arrivals: Map<string, number>;
  close(): void;
};

/** One that answers at once, or, when it hangs, never. */
export async function startReceiver(hangs = false): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    if (!arrivals.has(id)) arrivals.set(id, performance.now());
    request.resume();
    if (!hangs) request.once('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    arrivals,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
