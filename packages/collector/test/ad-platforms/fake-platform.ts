import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** `hang`: no answer ever. `cut`: the connection ends without one. `switch`: it goes over to another protocol. */
type Answer =
  | 'hang'
  | 'cut'
  | 'switch'
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: object | string;
    };

export type FakePlatform = {
  readonly address: string;
  readonly received: Received[];
  close(): Promise<void>;
};

/** A server that answers as a test says, and keeps what it was asked. */
export async function startFakePlatform(answer: (request: Received) => Answer): Promise<FakePlatform> {
  const received: Received[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const got = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    received.push(got);
    const said = answer(got);
    if (said === 'hang') return;
    if (said === 'cut') return void request.socket.destroy();
    if (said === 'switch')
      return void response.writeHead(101, { connection: 'upgrade', upgrade: 'h2c' }).end();
    const text = typeof said.body === 'string' ? said.body : JSON.stringify(said.body);
    response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers }).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
