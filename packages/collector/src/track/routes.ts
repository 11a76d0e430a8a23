import { TRACK_REQUESTS_PER_MINUTE } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';
import { type Request, type Response, Router } from 'express';
import { createBodyBudget } from '../body/body-budget.ts';
import { receive } from '../body/receive.ts';
import { headerEvidenceOf } from '../bots/header-evidence-of.ts';
import { clientHintsOf } from '../clients/client-hints-of.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { rememberServerKeys } from '../keys/remember-keys.ts';
import { createMinuteCounters } from '../quotas/minute-counters.ts';
import { authenticate } from './authenticate.ts';
import type { Delivery, Reply } from './delivery.ts';
import type { Intake } from './intake.ts';
import { PIXEL, type PixelRequest } from './submit-pixel.ts';

export type TrackRouteDeps = {
  readonly intake: Intake;
  readonly control: ControlStore;
  readonly now: () => number;
  /** Browser requests that one address may make in a minute; 0 for any number. */
  readonly browserRate: number;
  /** Whether the address of a client is to be read from what trusted proxies say. */
  readonly behindProxy: boolean;
};

const JSON_ONLY = ['application/json'];
/** The SDK sends text/plain, which a browser posts across origins without asking first. */
const BROWSER_CONTENT = ['text/plain', 'application/json'];

/** Memory for bodies between their arrival and their answer. */
const BODY_BUDGET_BYTES = 67_108_864;

/** Keys and addresses that are counted at once; the least recent are forgotten. */
const COUNTED_NAMES = 20_000;

/** The tracking APIs: from a request to a delivery, and from its reply to a response. */
export function trackRoutes({ intake, control, now, browserRate, behindProxy }: TrackRouteDeps): Router {
  const router = Router({ caseSensitive: true });
  const findKey = rememberServerKeys(control);
  const budget = createBodyBudget(BODY_BUDGET_BYTES);
  const perKey = createMinuteCounters({ limit: TRACK_REQUESTS_PER_MINUTE, names: COUNTED_NAMES });
  const perAddress = createMinuteCounters({ limit: browserRate || Infinity, names: COUNTED_NAMES });

  const serverRoute = (kind: 'event' | 'batch') => async (request: Request, response: Response) => {
    try {
      await trackForServer(kind, request, response);
    } catch (error) {
      throw asServerRefusal(error);
    }
  };

  async function trackForServer(
    kind: 'event' | 'batch',
    request: Request,
    response: Response,
  ): Promise<void> {
    const { project, keyId } = await authenticate(request, findKey, now());
    requireQuota(perKey.take(keyId, now()));
    const body = await receive(request, { contentTypes: JSON_ONLY, budget });
    const idempotencyKey = request.headers['idempotency-key'];
    await deliver(response, {
      ...fromServer(),
      kind,
      body,
      project,
      idempotencyKey: idempotencyKey === undefined ? null : String(idempotencyKey),
    });
  }

  /** Hand over, answer, and give the memory of the body back whatever happens. */
  async function deliver(response: Response, delivery: Delivery): Promise<void> {
    try {
      send(response, await intake.submit(delivery));
    } finally {
      budget.release(delivery.body.length);
    }
  }

  router.route('/v1/track').post(serverRoute('event')).all(refuseMethod('POST'));
  router.route('/v1/track/batch').post(serverRoute('batch')).all(refuseMethod('POST'));

  router
    .route('/v1/events')
    .all(allowAnyOrigin)
    .post(async (request, response) => {
      requireQuota(perAddress.take(addressOf(request) ?? '', now()));
      const body = await receive(request, { contentTypes: BROWSER_CONTENT, budget });
      await deliver(response, { kind: 'browser', body, ...fromBrowser(request) });
    })
    .options((_, response) => {
      response.set({
        'Access-Control-Allow-Methods': 'POST',
        'Access-Control-Allow-Headers': 'Content-Type',
        'Access-Control-Max-Age': '7200',
      });
      response.status(204).end();
    })
    .all(refuseMethod('POST, OPTIONS'));

  router
    .route('/v1/pixel.gif')
    .get(async (request, response) => {
      requireQuota(perAddress.take(addressOf(request) ?? '', now()));
      const page = request.query.url ?? request.headers.referer;
      const told: PixelRequest = {
        key: String(request.query.key ?? ''),
        page: page === undefined ? null : String(page),
      };
      const body = Buffer.from(JSON.stringify(told));
      const reply = await intake.submit({ kind: 'pixel', body, ...fromBrowser(request) });
      if (reply.status !== 200) return send(response, reply);
      response.set({ 'Content-Type': 'image/gif', 'Cache-Control': 'no-store' }).end(PIXEL);
    })
    .all(refuseMethod('GET'));

  /** A backend's own address and headers say nothing of the visitor that it tells of. */
  function fromServer(): Omit<Delivery, 'kind' | 'body' | 'project' | 'idempotencyKey'> {
    return {
      receivedAt: now(),
      address: null,
      userAgent: null,
      language: null,
      hints: undefined,
      headers: undefined,
    };
  }

  function fromBrowser(request: Request): Omit<Delivery, 'kind' | 'body'> {
    const { headers } = request;
    return {
      project: null,
      idempotencyKey: null,
      receivedAt: now(),
      address: addressOf(request),
      userAgent: headers['user-agent'] ?? null,
      language: headers['accept-language']?.split(',')[0]?.trim() || null,
      hints: clientHintsOf(headers),
      headers: headerEvidenceOf(headers, request.secure),
    };
  }

  /** Express asks the list of proxies each time; without a list the socket knows. */
  function addressOf(request: Request): string | null {
    return (behindProxy ? request.ip : request.socket.remoteAddress) ?? null;
  }

  return router;
}

function send(response: Response, reply: Reply): void {
  response.writeHead(reply.status, { ...reply.headers, 'Content-Length': Buffer.byteLength(reply.body) });
  response.end(reply.body);
}

function allowAnyOrigin(_: Request, response: Response, next: () => void): void {
  // The SDK must be able to read how long it is to wait.
  response.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After' });
  next();
}

function refuseMethod(allowed: string) {
  return (request: Request, response: Response): never => {
    response.set('Allow', allowed);
    throw new TrackRefused('bad_request', `${request.method} is not supported here: use ${allowed}.`);
  };
}

function requireQuota(secondsToWait: number | null): void {
  if (secondsToWait === null) return;
  throw new TrackRefused(
    'rate_limited',
    `Too many requests this minute. Retry in ${secondsToWait} s.`,
    secondsToWait,
  );
}

/** The specification's table for servers has no 503: there a full collector is a limit like any other. */
function asServerRefusal(error: unknown): unknown {
  if (!(error instanceof TrackRefused) || error.reason !== 'overloaded') return error;
  return new TrackRefused('rate_limited', error.message, error.retryAfterSeconds);
}
