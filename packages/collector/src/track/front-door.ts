import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { TRACKING_PATHS } from '@cvq/contract/constants';
import { RequestGate } from '../edge/request-gate.ts';
import type { RequestFigures } from '../metrics/request-figures.ts';
import { networkOfClient } from '../net/address.ts';
import { withoutPorts } from '../net/named-address.ts';
import { isOriginForm, originForm } from '../net/origin-form.ts';
import { SharedBudget } from '../quotas/limits.ts';
import { type BrowserRequestDeps, BrowserRequests } from './browser-requests.ts';
import { type ServerRequestDeps, ServerRequests } from './server-requests.ts';
import type { Reply } from './track-request.ts';

/** Memory for bodies between their arrival and their answer. */
const BODIES = { limit: 67_108_864, perOwner: Infinity };

export type TrackingDeps = Omit<ServerRequestDeps & BrowserRequestDeps, 'bodies'> & {
  readonly requests: RequestFigures;
};

/** The tracking APIs without their paths: the requests of each side, whose replies are sent in one place. */
export class Tracking {
  readonly servers: ServerRequests;
  readonly browsers: BrowserRequests;
  readonly #figures: RequestFigures;

  constructor(deps: TrackingDeps) {
    const bodies = new SharedBudget(BODIES);
    this.servers = new ServerRequests({ ...deps, bodies });
    this.browsers = new BrowserRequests({ ...deps, bodies });
    this.#figures = deps.requests;
  }

  /** Counts a reply and sends it. */
  answer(response: ServerResponse, reply: Reply): void {
    this.count(reply);
    send(response, reply);
  }

  /** To be called for a reply that is not sent as it is. */
  count({ status, refusedAs }: Reply): void {
    this.#figures.add(`status:${status}`, 1);
    if (refusedAs !== undefined) this.#figures.add(`refused:${refusedAs}`, 1);
  }
}

export type FrontDoorDeps = {
  readonly tracking: Tracking;
  /** Clients behind proxies go by way of the routes, which know how to read what proxies say. */
  readonly behindProxy: boolean;
  /** Called with a request that says it came by a proxy, where none is believed. */
  readonly onProxy: (request: IncomingMessage) => void;
  /** Answers a tracking request that failed. */
  readonly fail: (error: unknown, request: IncomingMessage, response: ServerResponse) => void;
  /** Takes every other request, and every other spelling of these. */
  readonly others: RequestListener;
};

type Submit = (request: IncomingMessage, response: ServerResponse) => Promise<Reply>;

/** The three requests that are nearly all of the load, answered before Express, which would cost more than they do. */
export function openFrontDoor({
  tracking,
  behindProxy,
  onProxy,
  fail,
  others,
}: FrontDoorDeps): RequestListener {
  const { servers, browsers } = tracking;
  const ways = new Map<string, Submit>([
    [TRACKING_PATHS.event, (request) => servers.submit('event', request)],
    [TRACKING_PATHS.batch, (request) => servers.submit('batch', request)],
  ]);
  if (!behindProxy) {
    ways.set(TRACKING_PATHS.browser, (request, response) => {
      openToAnyOrigin(response);
      const address = request.socket.remoteAddress ?? null;
      // The gate knows it since the connection began.
      const network = RequestGate.of(request.socket)?.network ?? networkOfClient(address);
      return browsers.submit(request, { address, network });
    });
  }
  return (request, response) => {
    if (request.url !== undefined && !isOriginForm(request.url)) request.url = originForm(request.url);
    if (behindProxy) cleanForwarded(request);
    else if (namesProxy(request)) onProxy(request);
    const submit = request.method === 'POST' ? ways.get(pathOf(request.url ?? '')) : undefined;
    if (submit === undefined) return others(request, response);
    void answer(submit, request, response);
  };

  async function answer(submit: Submit, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      tracking.answer(response, await submit(request, response));
    } catch (error) {
      fail(error, request, response);
    }
  }
}

/** Pages of any site post here. The SDK must be able to read how long it is to wait. */
export function openToAnyOrigin(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
}

/** Whether a request says that it came by a proxy, also in a header that is not read. */
export function namesProxy({ headers }: IncomingMessage): boolean {
  return (headers['x-forwarded-for'] ?? headers.forwarded ?? headers['x-real-ip']) !== undefined;
}

/** Before anything asks for the address of the client, or whether a proxy in the chain is trusted. */
function cleanForwarded({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  // Node.js has joined those of several lines.
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = withoutPorts(forwarded);
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The headers as a list: node takes it as it is, where an object is first gone through. */
function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const list = ['Content-Length', String(Buffer.byteLength(body))];
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (typeof value === 'string') list.push(name, value);
    else for (const one of value) list.push(name, one);
  }
  response.writeHead(status, list);
  response.end(body);
}
