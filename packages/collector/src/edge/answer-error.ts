import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone } from '../body/json-body.ts';
import { ApiError } from '../errors/api-error.ts';
import {
  type ErrorResponse,
  toApiResponse,
  toTrackRefused,
  toTrackResponse,
} from '../errors/error-response.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import type { RequestFigures } from '../metrics/request-figures.ts';
import type { FailureLog } from './failure-log.ts';

type Deps = {
  readonly failures: FailureLog;
  readonly requests: RequestFigures;
  readonly baseUrl: () => string;
};

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
export function createErrorAnswers({ failures, requests, baseUrl }: Deps): AnswerError {
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
    // Without it a cache may keep a 404 (RFC 9110, 15.1), and networks before a collector do: of a script, or of one credential.
    'Cache-Control': 'no-store',
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
