import type { IncomingMessage, ServerResponse } from 'node:http';
import { MINUTE_MS } from '@cvq/contract/constants';
import { ClientGone } from '../body/receive.ts';
import { ApiError } from '../errors/api-error.ts';
import {
  type ErrorResponse,
  isOurFault,
  toApiResponse,
  toTrackRefused,
  toTrackResponse,
} from '../errors/error-response.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { type Log, loggablePath } from '../log.ts';
import type { RequestFigures } from '../metrics/request-figures.ts';
import { requestIdOf } from './http-server.ts';

type Deps = { readonly log: Log; readonly requests: RequestFigures; readonly baseUrl: () => string };

/** A request that failed, and whether its path is one of the tracking APIs, which have their own envelope. */
type Failed = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isTrack: boolean;
};

export type AnswerError = (error: unknown, failed: Failed) => void;

/**
 * The one place that turns an error into a response: it logs what is our fault, once and with the id of the request,
 * counts what a tracking API refuses, and cuts the connection where nothing can be sent any more.
 */
export function createErrorAnswers({ log, requests, baseUrl }: Deps): AnswerError {
  const failures = new FailureLog(log);
  return (thrown, { request, response, isTrack }) => {
    if (isOfClientGone(thrown, request, response)) return void response.destroy();
    const error = fromRouter(thrown, isTrack);
    failures.note(error, request, response);
    if (response.headersSent) return void response.destroy();
    // A refusal may leave a body unread; it must not be taken for the next request.
    if (!request.complete) response.setHeader('Connection', 'close');
    if (isOfTracking(error, isTrack)) {
      const answer = toTrackResponse(error);
      requests.add(`status:${answer.status}`, 1);
      requests.add(`refused:${toTrackRefused(error).countedAs}`, 1);
      return send(response, answer);
    }
    send(response, toApiResponse(error, baseUrl()));
  };
}

function send(response: ServerResponse, { status, headers, body }: ErrorResponse): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** Codes of what is written to, or read from, a connection that the client has left. */
const OF_CLIENTS_GONE = new Set(['ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Then nothing of ours has failed, and there is nowhere to send an answer. */
function isOfClientGone(error: unknown, request: IncomingMessage, response: ServerResponse): boolean {
  if (error instanceof ClientGone) return true;
  const isCut = response.destroyed || request.socket.destroyed;
  return isCut && error instanceof Error && 'code' in error && OF_CLIENTS_GONE.has(String(error.code));
}

/** A refusal knows whose it is; of what nobody foresaw only the path says it. */
function isOfTracking(error: unknown, isTrack: boolean): boolean {
  return error instanceof ApiError ? false : isTrack || error instanceof TrackRefused;
}

/** Express refuses a path with broken percent-encoding by an error of its own. */
function fromRouter(thrown: unknown, isTrack: boolean): unknown {
  if (!(thrown instanceof URIError)) return thrown;
  const message = 'The path is not validly percent-encoded.';
  return isTrack ? new TrackRefused('bad_request', message) : new ApiError('invalid_request', message);
}

/** Writes failures of requests into the log: what is ours once for each, and what is refused for want of room in sums. */
class FailureLog {
  readonly #log: Log;
  /** Causes that are in the log with their stacks. */
  readonly #logged = new WeakSet<object>();
  /** Requests refused while busy since the log said so; null while it has not. */
  #refusedBusy: number | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  note(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    if (error instanceof TrackRefused && error.countedAs === 'overloaded') this.#noteOverload();
    if (!isOurFault(error)) return;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const about = { requestId: requestIdOf(response), path: loggablePath(request.url ?? '') };
    // One failed commit is the cause of hundreds of failed requests: its stack is written with the first of them.
    if (cause instanceof Error && this.#logged.has(cause)) {
      this.#log.error({ ...about, cause: `${cause.name}: ${cause.message}` }, 'A request failed');
      return;
    }
    if (cause instanceof Error) this.#logged.add(cause);
    this.#log.error({ ...about, err: error }, 'A request failed');
  }

  /** Thousands are refused in a second then: the first is logged at once, and after a minute how many followed. */
  #noteOverload(): void {
    if (this.#refusedBusy !== null) {
      this.#refusedBusy += 1;
      return;
    }
    this.#log.warn(
      'The collector is busy, so requests are refused with 503 or 429. Clients send them again.',
    );
    this.#refusedBusy = 0;
    setTimeout(() => {
      const requests = this.#refusedBusy ?? 0;
      this.#refusedBusy = null;
      if (requests > 0)
        this.#log.warn({ requests }, 'More requests were refused while the collector was busy');
    }, MINUTE_MS).unref();
  }
}
