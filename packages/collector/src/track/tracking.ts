import type { IncomingMessage, ServerResponse } from 'node:http';
import { DAY_MS, MAX_REQUEST_BYTES, TRACK_REQUESTS_PER_MINUTE } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';
import { receive } from '../body/receive.ts';
import { headerEvidenceOf } from '../bots/header-evidence-of.ts';
import { clientHintsOf } from '../clients/client-hints-of.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { visitOfSite } from '../first-party/visit-of-site.ts';
import { cacheServerKeys } from '../keys/server-key-cache.ts';
import type { RequestCounts } from '../metrics/request-counts.ts';
import { networkOfClient } from '../net/address.ts';
import {
  createSharedBudget,
  createWindowCounters,
  requireQuota,
  type SharedBudget,
} from '../quotas/limits.ts';
import type { Intake } from './intake.ts';
import { callerOf, tokenOf } from './server-credential.ts';
import { PIXEL, type PixelRequest } from './submit-pixel.ts';
import type { Reply, TrackRequest } from './track-request.ts';

export type TrackingDeps = {
  readonly intake: Intake;
  readonly control: ControlStore;
  readonly now: () => number;
  readonly requests: RequestCounts;
  /** Browser requests that one client may make in a minute; 0 for any number. */
  readonly browserRate: number;
  /** Bytes that one client may send as browsers do in a minute; 0 for any number. */
  readonly browserBytes: number;
  /** The same for a UTC day. */
  readonly browserDayBytes: number;
};

/** From a request to a delivery, and from its reply to a response. All reject with what is to be answered instead. */
export type Tracking = {
  server(kind: 'event' | 'batch', request: IncomingMessage, response: ServerResponse): Promise<void>;
  browser(request: IncomingMessage, response: ServerResponse, address: string | null): Promise<void>;
  pixel(visit: PixelVisit, response: ServerResponse): Promise<void>;
};

type PixelVisit = {
  readonly request: IncomingMessage;
  readonly address: string | null;
  readonly told: PixelRequest;
};

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

/** Requests that may wait for the writer at once, of those that it has room for. */
const WAITING_BROWSERS = { limit: 4000, perOwner: 1000 };

/** Keys and clients that are counted at once; the least recent are forgotten. */
const COUNTED_NAMES = 20_000;

/** The tracking APIs without their paths: what any server of node:http can call. */
export function createTracking(deps: TrackingDeps): Tracking {
  const { intake, control, now, requests, browserRate, browserBytes, browserDayBytes } = deps;
  const findKey = cacheServerKeys(control);
  const bodies = createSharedBudget(BODIES);
  const ofServers = createSharedBudget({ ...BODIES_OF_SERVERS, within: bodies });
  const ofBrowsers = createSharedBudget({ ...BODIES_OF_BROWSERS, within: bodies });
  const waiting = createSharedBudget(WAITING_BROWSERS);
  const perKey = createWindowCounters({ limit: TRACK_REQUESTS_PER_MINUTE, names: COUNTED_NAMES });
  const perClient = createWindowCounters({ limit: browserRate || Infinity, names: COUNTED_NAMES });
  const bytesPerClient = createWindowCounters({ limit: browserBytes || Infinity, names: COUNTED_NAMES });
  const dayOfClient = createWindowCounters({
    limit: browserDayBytes || Infinity,
    names: COUNTED_NAMES,
    lengthMs: DAY_MS,
  });

  /** What is refused for its minute does not count in the day. */
  function countBytes(client: string, bytes: number): void {
    requireQuota(bytesPerClient.take(client, now(), bytes), 'bytes');
    requireQuota(dayOfClient.take(client, now(), bytes), 'bytes of a day');
  }

  /** Hand over, answer, and give the memory of the body back whatever happens. */
  async function deliver(response: ServerResponse, delivery: TrackRequest, body: Held): Promise<void> {
    const client = delivery.kind === 'browser' ? body.owner : undefined;
    try {
      answer(response, await intake.submit(delivery, client));
    } finally {
      body.budget.release(body.owner, delivery.body.length);
    }
  }

  function answer(response: ServerResponse, reply: Reply): void {
    requests.count(reply.status);
    send(response, reply);
  }

  /** Browsers wait in places of their own: however many they are, a backend finds one. */
  async function waitingFor<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    waiting.take(client, 1);
    try {
      return await work();
    } finally {
      waiting.release(client, 1);
    }
  }

  function fromBrowser(
    request: IncomingMessage,
    address: string | null,
  ): Omit<TrackRequest, 'kind' | 'body'> {
    const { headers } = request;
    return {
      project: null,
      idempotencyKey: null,
      receivedAt: now(),
      address,
      userAgent: headers['user-agent'] ?? null,
      language: headers['accept-language']?.split(',')[0]?.trim() || null,
      hints: clientHintsOf(headers),
      headers: headerEvidenceOf(headers, isSecure(request)),
      visit: visitOfSite(headers),
    };
  }

  return {
    async server(kind, request, response) {
      try {
        const key = findKey(tokenOf(request), now());
        // Nearly every key is remembered, and waiting for what is there costs every request a turn of its own.
        const { project, keyId } = callerOf(key instanceof Promise ? await key : key, request);
        requireQuota(perKey.take(keyId, now()), 'requests');
        const held = { budget: ofServers, owner: project };
        const body = await receive(request, { contentTypes: JSON_ONLY, ...held });
        const idempotencyKey = request.headers['idempotency-key'];
        const delivery = {
          ...FROM_SERVER,
          receivedAt: now(),
          kind,
          body,
          project,
          idempotencyKey: idempotencyKey === undefined ? null : String(idempotencyKey),
        };
        await deliver(response, delivery, held);
      } catch (error) {
        throw asServerRefusal(error);
      }
    },

    async browser(request, response, address) {
      const client = networkOfClient(address);
      requireQuota(perClient.take(client, now()), 'requests');
      // What is over the limit need not be read to be refused.
      const declared = declaredLength(request);
      countBytes(client, declared);
      await waitingFor(client, async () => {
        const held = { budget: ofBrowsers, owner: client };
        const body = await receive(request, { contentTypes: BROWSER_CONTENT, ...held });
        try {
          if (body.length > declared) countBytes(client, body.length - declared);
        } catch (error) {
          ofBrowsers.release(client, body.length);
          throw error;
        }
        await deliver(response, { kind: 'browser', body, ...fromBrowser(request, address) }, held);
      });
    },

    async pixel({ request, address, told }, response) {
      const client = networkOfClient(address);
      requireQuota(perClient.take(client, now()), 'requests');
      const body = Buffer.from(JSON.stringify(told));
      countBytes(client, body.length);
      const delivery = { kind: 'pixel', body, ...fromBrowser(request, address) } as const;
      const reply = await waitingFor(client, () => intake.submit(delivery, client));
      if (reply.status !== 200) return answer(response, reply);
      requests.count(reply.status);
      response.writeHead(200, PIXEL_HEADERS).end(PIXEL);
    },
  };
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

/** Whose a body is in memory. */
type Held = { readonly budget: SharedBudget; readonly owner: string };

/** A backend's own address and headers say nothing of the visitor that it tells of. */
const FROM_SERVER = { address: null, userAgent: null, language: null, hints: undefined };

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
  return new TrackRefused('rate_limited', error.message, {
    retryAfterSeconds: error.retryAfterSeconds,
    cause: error,
  });
}

/** Express knows what a trusted proxy says of it; a request that came straight here came as it is. */
function isSecure(request: IncomingMessage & { readonly secure?: boolean }): boolean {
  return request.secure ?? false;
}
