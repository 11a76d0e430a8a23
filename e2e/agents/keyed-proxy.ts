import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type KeyedProxy = {
  /** Where agents ask that cannot send a key themselves. */
  readonly url: string;
  close(): void;
};

/** Hands requests on to a collector with a key, as its own pages would send them. */
export async function openKeyedProxy(origin: string, key: string): Promise<KeyedProxy> {
  const target = new URL(origin);
  const proxy = createServer((asked, answer) => {
    const { method, url: path } = asked;
    const headers = { ...asOwn(asked.headers), authorization: `Bearer ${key}` };
    const { port } = target;
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    sent.on('error', (error) => answer.writeHead(502).end(error.message));
    asked.pipe(sent);
    answer.on('close', () => sent.destroy());
  });

  /** The names of the proxy stand for those of the collector; every other is passed on as it came. */
  function asOwn({ host, origin: page, ...others }: IncomingHttpHeaders): IncomingHttpHeaders {
    const own = [`localhost:${portOf()}`, `127.0.0.1:${portOf()}`];
    return {
      ...others,
      ...(host !== undefined && { host: own.includes(host) ? target.host : host }),
      ...(page !== undefined && {
        origin: own.includes(page.replace(/^http:\/\//, '')) ? target.origin : page,
      }),
    };
  }

  const portOf = () => (proxy.address() as AddressInfo).port;
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${portOf()}/mcp`,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
