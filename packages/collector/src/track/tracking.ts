import type { IncomingMessage, ServerResponse } from 'node:http';
import { DAY_MS, MAX_REQUEST_BYTES, TRACK_REQUESTS_PER_MINUTE } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';
import { receive } from '../body/receive.ts';
import { clientHeadersOf } from '../edge/client-headers.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { cacheServerKeys, type FindServerKey } from '../keys/server-key-cache.ts';
import type { RequestFigures } from '../metrics/request-figures.ts';
import { requireQuota, SharedBudget, WindowCounters } from '../quotas/limits.ts';
import type { Intake } from './intake.ts';
import { callerOf, tokenOf } from './server-credential.ts';
import { PIXEL, type PixelQuery } from './submit-pixel.ts';
import type { BrowserRequest, Reply, ServerRequest } from './track-request.ts';

export type TrackingDeps = {
  readonly intake: Pick<Intake, 'submit'>;
  readonly control: ControlStore;
  readonly now: () => number;
  readonly requests: RequestFigures;
  /** Browser requests that one client may make in a minute; 0 for any number. */
  readonly browserRate: number;
  /** Bytes that one client may send as browsers do in a minute; 0 for any number. */
  readonly browserBytes: number;
  /** The same for a UTC day. */
  readonly browserDayBytes: number;
};

/** Who sends as a browser does: the address, and the network that stands for it where clients are counted. */
export type BrowserSender = { readonly address: string | null; readonly network: string };

const JSON_ONLY = ['application/json'];
/** The SDK sends text/plain, which a browser posts across origins without asking first. */
const BROWSER_CONTENT = ['text/plain', 'application/json'];

/**
 * Memory for bodies between their arrival and their answer. Browsers leave a part to backends, one client leaves most
 * of it to other clients, and one project's backend half of it to those of others.
 */
const BODIES = { limit: 67_108_864, perOwner: Infinity };
const BODIES_OF_BROWSERS = { limit: 50_331_648, perOwner: 8_388_608 };
const BODIES_OF_SERVERS = { limit: 67_108_864, perOwner: 33_554_432 };

/**
 * Requests that may wait for the writer at once, of those that it has room for. Browsers wait in places of their own:
 * however many they are, a backend finds one.
 */
const WAITING_BROWSERS = { limit: 4000, perOwner: 1000 };

/** Keys and clients that are counted at once. */
const COUNTED_NAMES = 20_000;

/**
 * The tracking APIs without their paths: what any server of node:http can call. A request is admitted, its body read, it
 * is handed to the writer, and its reply is sent. All reject with what is to be answered instead.
 */
export class Tracking {
  readonly #intake: TrackingDeps['intake'];
  readonly #now: () => number;
  readonly #requests: RequestFigures;
  readonly #findKey: FindServerKey;
  readonly #bodiesOfServers: SharedBudget;
  readonly #bodiesOfBrowsers: SharedBudget;
  readonly #waitingBrowsers = new SharedBudget(WAITING_BROWSERS);
  readonly #perKey = new WindowCounters({ limit: TRACK_REQUESTS_PER_MINUTE, names: COUNTED_NAMES });
  readonly #perClient: WindowCounters;
  readonly #bytesPerClient: WindowCounters;
  readonly #bytesPerDay: WindowCounters;

  constructor({ intake, control, now, requests, ...limits }: TrackingDeps) {
    this.#intake = intake;
    this.#now = now;
    this.#requests = requests;
    this.#findKey = cacheServerKeys(control);
    const within = new SharedBudget(BODIES);
    this.#bodiesOfServers = new SharedBudget({ ...BODIES_OF_SERVERS, within });
    this.#bodiesOfBrowsers = new SharedBudget({ ...BODIES_OF_BROWSERS, within });
    const names = COUNTED_NAMES;
    this.#perClient = new WindowCounters({ limit: limits.browserRate, names });
    this.#bytesPerClient = new WindowCounters({ limit: limits.browserBytes, names });
    this.#bytesPerDay = new WindowCounters({ limit: limits.browserDayBytes, names, lengthMs: DAY_MS });
  }

  /** A request of a backend. */
  async server(
    kind: ServerRequest['kind'],
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      const key = this.#findKey(tokenOf(request), this.#now());
      // Nearly every key is in a cache, and waiting for what is there would cost every request a turn of its own.
      const { project, keyId } = callerOf(key instanceof Promise ? await key : key, request);
      requireQuota(this.#perKey.take(keyId, this.#now()), 'requests');
      const budget = this.#bodiesOfServers;
      const body = await receive(request, { contentTypes: JSON_ONLY, budget, owner: project });
      try {
        const idempotencyKey = idempotencyKeyOf(request);
        const reply = await this.#intake.submit({
          kind,
          body,
          receivedAt: this.#now(),
          project,
          idempotencyKey,
        });
        this.#answer(response, reply);
      } finally {
        budget.release(project, body.length);
      }
    } catch (error) {
      throw asServerRefusal(error);
    }
  }

  /** A batch of a browser. */
  async browser(request: IncomingMessage, response: ServerResponse, sender: BrowserSender): Promise<void> {
    const { network } = sender;
    requireQuota(this.#perClient.take(network, this.#now()), 'requests');
    // What is over the limit need not be read to be refused.
    const declared = declaredLength(request);
    this.#countBytes(network, declared);
    this.#waitingBrowsers.take(network, 1);
    try {
      const budget = this.#bodiesOfBrowsers;
      const body = await receive(request, { contentTypes: BROWSER_CONTENT, budget, owner: network });
      try {
        if (body.length > declared) this.#countBytes(network, body.length - declared);
        const batch = this.#browserRequest('browser', body, request, sender);
        this.#answer(response, await this.#intake.submit(batch, network));
      } finally {
        budget.release(network, body.length);
      }
    } finally {
      this.#waitingBrowsers.release(network, 1);
    }
  }

  /** A request for the picture that tells of clients without JavaScript. */
  async pixel(
    query: PixelQuery,
    request: IncomingMessage,
    response: ServerResponse,
    sender: BrowserSender,
  ): Promise<void> {
    const { network } = sender;
    requireQuota(this.#perClient.take(network, this.#now()), 'requests');
    const body = Buffer.from(JSON.stringify(query));
    this.#countBytes(network, body.length);
    this.#waitingBrowsers.take(network, 1);
    try {
      const reply = await this.#intake.submit(this.#browserRequest('pixel', body, request, sender), network);
      if (reply.status !== 200) return this.#answer(response, reply);
      this.#count(reply);
      response.writeHead(200, PIXEL_HEADERS).end(PIXEL);
    } finally {
      this.#waitingBrowsers.release(network, 1);
    }
  }

  /** What is refused for its minute does not count in the day. */
  #countBytes(network: string, bytes: number): void {
    requireQuota(this.#bytesPerClient.take(network, this.#now(), bytes), 'bytes');
    requireQuota(this.#bytesPerDay.take(network, this.#now(), bytes), 'bytes of a day');
  }

  #browserRequest(
    kind: BrowserRequest['kind'],
    body: Buffer,
    request: IncomingMessage,
    { address }: BrowserSender,
  ): BrowserRequest {
    const said = clientHeadersOf(request.headers, isSecure(request));
    return { kind, body, receivedAt: this.#now(), address, ...said };
  }

  #answer(response: ServerResponse, reply: Reply): void {
    this.#count(reply);
    send(response, reply);
  }

  #count({ status, refusedAs }: Reply): void {
    this.#requests.add(`status:${status}`, 1);
    if (refusedAs !== undefined) this.#requests.add(`refused:${refusedAs}`, 1);
  }
}

/** A page that takes only what other sites share with it (COEP) shows the pixel all the same. */
const PIXEL_HEADERS = {
  'Content-Type': 'image/gif',
  'Content-Length': PIXEL.length,
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** What the headers say of the body; nothing where it is too large, which is refused as such. */
function declaredLength({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length'] ?? 0);
  return length <= MAX_REQUEST_BYTES ? length : 0;
}

function idempotencyKeyOf({ headers }: IncomingMessage): string | null {
  const key = headers['idempotency-key'];
  return key === undefined ? null : String(key);
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

/** The specification's table for servers has no 503: there a full collector is a limit like any other. */
function asServerRefusal(error: unknown): unknown {
  if (!(error instanceof TrackRefused) || error.reason !== 'overloaded') return error;
  const { message, retryAfterSeconds, countedAs } = error;
  return new TrackRefused('rate_limited', message, { retryAfterSeconds, countedAs, cause: error });
}

/** Express knows what a trusted proxy says of it; a request that came straight here came as it is. */
function isSecure(request: IncomingMessage & { readonly secure?: boolean }): boolean {
  return request.secure ?? false;
}
