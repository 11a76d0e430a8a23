import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { TRACK_REQUESTS_PER_MINUTE } from '@cvq/contract';
import type { ControlStore, KeyRecord } from '@cvq/storage';
import { receive } from '../body/json-body.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { explainToken } from '../keys/explain-token.ts';
import { cacheKeys, createUseRecorder, type FindKey, type NoteUse } from '../keys/find-key.ts';
import { bearerToken } from '../keys/token.ts';
import type { Log } from '../log.ts';
import { requireQuota, SharedBudget, WindowCounters } from '../quotas/limits.ts';
import type { Intake } from './intake.ts';
import type { Reply, ServerRequest } from './track-request.ts';

export type ServerRequestDeps = {
  readonly intake: Pick<Intake, 'refusals' | 'submit'>;
  readonly control: ControlStore;
  readonly log: Log;
  readonly now: () => number;
  /** Memory for the bodies of all requests, of which these have a part. */
  readonly bodies: SharedBudget;
};

const JSON_ONLY = ['application/json'];

/** One project's backend leaves half of the memory for bodies to those of others. */
const BODIES_OF_SERVERS = { perOwner: 33_554_432 };

/** Keys that are counted at once. */
const COUNTED_KEYS = 20_000;

/** Requests of backends: each has a key, is admitted, its body read, and handed to the writer. */
export class ServerRequests {
  readonly #intake: ServerRequestDeps['intake'];
  readonly #now: () => number;
  readonly #findKey: FindKey;
  readonly #noteUse: NoteUse;
  readonly #bodies: SharedBudget;
  readonly #perKey = new WindowCounters({ limit: TRACK_REQUESTS_PER_MINUTE, names: COUNTED_KEYS });

  constructor({ intake, control, log, now, bodies }: ServerRequestDeps) {
    this.#intake = intake;
    this.#now = now;
    this.#findKey = cacheKeys(control, 'srv');
    this.#noteUse = createUseRecorder(control, log);
    this.#bodies = new SharedBudget({ ...BODIES_OF_SERVERS, within: bodies });
  }

  /** The reply to a request, once it is stored. Rejects with what is to be answered instead. */
  async submit(kind: ServerRequest['kind'], request: IncomingMessage): Promise<Reply> {
    let caller: Caller | null = null;
    try {
      const key = this.#findKey(tokenOf(request), this.#now());
      // Nearly every key is in a cache, and waiting for what is there would cost every request a turn of its own.
      caller = callerOf(key instanceof Promise ? await key : key, request);
      const { project, keyId } = caller;
      this.#noteUse(keyId, this.#now());
      requireQuota(this.#perKey.take(keyId, this.#now()), 'requests');
      const budget = this.#bodies;
      const body = await receive(request, { contentTypes: JSON_ONLY, budget, owner: project });
      // The intake empties a large body.
      const size = body.length;
      try {
        const idempotencyKey = idempotencyKeyOf(request);
        return await this.#intake.submit({ kind, body, receivedAt: this.#now(), project, idempotencyKey });
      } finally {
        budget.release(project, size);
      }
    } catch (error) {
      const refusal = asServerRefusal(error);
      if (caller !== null && refusal instanceof TrackRefused) this.#noteRefusal(caller, refusal);
      throw refusal;
    }
  }

  /** What the writer refuses is a reply, and noted there. */
  #noteRefusal({ project }: Caller, { countedAs: cause, message }: TrackRefused): void {
    this.#intake.refusals.note({ project, at: this.#now(), api: 'server', cause, message, count: 1 });
  }
}

/**
 * The token of a request to `/v1/track*`, by bearer or by the query parameter `api_key`, which only these paths accept.
 * @throws TrackRefused 401 when there is none.
 */
function tokenOf(request: IncomingMessage): string {
  const token = bearerToken(request.headers.authorization) ?? queryToken(request);
  if (token === null) {
    throw new TrackRefused('unauthenticated', 'No API key: send Authorization: Bearer <SERVER_API_KEY>.');
  }
  return token;
}

function queryToken({ url = '' }: IncomingMessage): string | null {
  const start = url.indexOf('?');
  const { api_key } = start === -1 ? {} : parse(url.slice(start + 1));
  return api_key === undefined ? null : String(api_key);
}

type Caller = { readonly keyId: string; readonly project: string };

/**
 * Who sends: a server key names one project.
 * @throws TrackRefused 401 when the key of a request cannot be used, or names no one project.
 */
function callerOf(key: KeyRecord | null, request: IncomingMessage): Caller {
  const [project] = key === null || key.projects === 'all' ? [] : key.projects;
  if (key === null) {
    const header = request.headers.authorization;
    throw new TrackRefused('unauthenticated', explainToken({ header, token: tokenOf(request) }, 'srv'));
  }
  if (project === undefined)
    throw new TrackRefused(
      'unauthenticated',
      'This key has no project any more: it was deleted, or moved to another account, whose key takes its place.',
    );
  return { keyId: key.id, project };
}

function idempotencyKeyOf({ headers }: IncomingMessage): string | null {
  const key = headers['idempotency-key'];
  return key === undefined ? null : String(key);
}

/** The specification's table for servers has no 503: there a full collector is a limit like any other. */
function asServerRefusal(error: unknown): unknown {
  if (!(error instanceof TrackRefused) || error.reason !== 'overloaded') return error;
  const { message, retryAfterSeconds, countedAs } = error;
  return new TrackRefused('rate_limited', message, { retryAfterSeconds, countedAs, cause: error });
}
