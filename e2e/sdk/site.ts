import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, type Faults, noFault } from './fault.ts';
import { findMarks } from './marks.ts';
import type { Answer, Receiver } from './receiver.ts';

const POLL_MS = 20;

/** A page: its HTML, and headers beyond the usual. */
export type Page = { readonly html: string; readonly headers?: Readonly<Record<string, string>> };

export type SiteParts = {
  /** The page of an address; undefined when there is none. */
  page(address: URL, site: Site): Page | undefined;
  /** The script below `/js/`. */
  script(name: string): Promise<string | Buffer>;
  readonly receive: Receiver;
};

/** A web site, and between its visitors and the receiver of their events a network that can fail. */
export type Site = {
  /** Where its pages are. */
  readonly address: string;
  /** Where its pages send their events: another origin, as for a real collector. */
  readonly endpoint: string;
  /** What befalls requests from now on. */
  faults: Faults;
  /** How often each marked event has reached the receiver. */
  readonly arrivals: ReadonlyMap<string, number>;
  /** How many requests have reached the receiver. */
  readonly heard: number;
  /** How many requests with events have gone wrong. */
  readonly failed: number;
  /** Waits until a page was asked for. */
  untilVisited(pathAndQuery: string): Promise<void>;
  /** Waits until the endpoint has heard nothing for a while. */
  untilQuiet(quietMs: number): Promise<void>;
  /** Waits until something is true, at most so long, and tells whether it became true. */
  until(isTrue: () => boolean, limitMs: number): Promise<boolean>;
  close(): Promise<void>;
};

const usedPorts = new Set<number>();

/** A port that no site of this run has had: the events of a site are told from those of others by its address. */
async function listenOnNewPort(server: Server): Promise<number> {
  for (;;) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    if (!usedPorts.has(port)) {
      usedPorts.add(port);
      return port;
    }
    server.close();
    await once(server, 'close');
  }
}

export async function openSite(parts: SiteParts): Promise<Site> {
  const visited = new Set<string>();
  const arrivals = new Map<string, number>();
  let lastHeardAt = Date.now();
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  const port = await listenOnNewPort(server);

  const site = {
    address: `http://localhost:${port}`,
    endpoint: `http://127.0.0.1:${port}/in`,
    faults: noFault,
    arrivals,
    heard: 0,
    failed: 0,
    async untilVisited(pathAndQuery: string) {
      if (!(await site.until(() => visited.has(pathAndQuery), 15_000)))
        throw new Error(`Nobody asked for ${pathAndQuery}.`);
    },
    async untilQuiet(quietMs: number) {
      lastHeardAt = Date.now();
      while (Date.now() - lastHeardAt < quietMs) await pause(POLL_MS);
    },
    async until(isTrue: () => boolean, limitMs: number) {
      const limit = Date.now() + limitMs;
      while (!isTrue() && Date.now() < limit) await pause(POLL_MS);
      return isTrue();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', site.address);
    const { pathname, search } = address;
    if (pathname === '/favicon.ico') return reply(response, { status: 204 });
    if (pathname.startsWith('/js/'))
      return reply(response, scriptAnswer(await parts.script(pathname.slice('/js/'.length))));
    const page = parts.page(address, site);
    if (page === undefined) return receiveEvents(request, response);
    visited.add(pathname + search);
    return reply(response, pageAnswer(page));
  }

  async function receiveEvents(request: IncomingMessage, response: ServerResponse): Promise<void> {
    lastHeardAt = Date.now();
    const fault = request.method === 'OPTIONS' ? noFault(request) : site.faults(request);
    if (fault.kind !== 'none' && fault.kind !== 'slow') site.failed += 1;
    if (fault.kind === 'cut before') return cut(request);
    const body = await buffer(request);
    if (fault.kind === 'status') return reply(response, refusal(request, fault));
    request.url = (request.url ?? '').replace(/^\/in(?=\/)/, '');
    const answer = await parts.receive(request, body);
    site.heard += 1;
    if (answer.status < 300) {
      for (const found of findMarks(request.url, body)) arrivals.set(found, (arrivals.get(found) ?? 0) + 1);
    }
    lastHeardAt = Date.now();
    if (fault.kind === 'slow') await pause(fault.delayMs);
    return fault.kind === 'cut after' ? cut(request) : reply(response, answer);
  }

  return site;
}

function scriptAnswer(body: string | Buffer): Answer {
  const headers = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
  return { status: 200, headers, body };
}

/** `no-store` would keep a page out of the back/forward cache. */
function pageAnswer({ html, headers }: Page): Answer {
  const usual = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  return { status: 200, headers: { ...usual, ...headers }, body: html };
}

/** An answer that a page may read. */
function refusal(request: IncomingMessage, fault: Extract<Fault, { kind: 'status' }>): Answer {
  return {
    status: fault.status,
    headers: {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'Retry-After',
      ...(fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }),
    },
    body: fault.body ?? '',
  };
}

function reply(response: ServerResponse, { status, headers = {}, body = '' }: Answer): void {
  response.writeHead(status, { 'cache-control': 'no-store', ...headers });
  response.end(body);
}

function cut(request: IncomingMessage): void {
  request.socket.destroy();
}
