import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';

/** A request as it arrived. */
export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
};

export type Receiver = {
  readonly url: string;
  readonly port: number;
  readonly requests: Received[];
  /** How the next requests are answered: 200 until told otherwise. */
  answer: (received: Received, response: ServerResponse) => void;
  close(): Promise<void>;
};

/** A customer's server on loopback. */
export async function startReceiver(server: Server = createServer(), scheme = 'http'): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    port: 0,
    requests: [],
    answer: (_, response) => void response.end('ok'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('request', (request, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      const received = { method, path: url, headers, rawHeaders, body: Buffer.concat(chunks) };
      receiver.requests.push(received);
      receiver.answer(received, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  untilFileEnds(() => receiver.close());
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, { port, url: `${scheme}://127.0.0.1:${port}/hook` });
}
