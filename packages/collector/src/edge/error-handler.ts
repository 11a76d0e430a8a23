import type { ErrorRequestHandler, Response } from 'express';
import { ClientGone } from '../body/receive.ts';
import { ApiError } from '../errors/api-error.ts';
import { toApiResponse } from '../errors/error-response.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import type { Log } from '../log.ts';
import type { RequestCounts } from '../metrics/request-counts.ts';
import { answerTrackError } from './answer-track-error.ts';
import { isTrackPath } from './is-track-path.ts';
import { logFailure } from './log-failure.ts';

type Deps = { readonly log: Log; readonly requests: RequestCounts; readonly baseUrl: () => string };

/** What turns an error into a response. The two APIs have their own envelopes. */
export function errorHandler({ log, requests, baseUrl }: Deps): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    if (thrown instanceof ClientGone || hasGone(thrown, response)) return void response.destroy();
    const isTrack = isTrackPath(request.path);
    const error = fromRouter(thrown, isTrack);
    if (isTrackError(error, isTrack)) return answerTrackError(error, { request, response, log, requests });
    logFailure(error, { request, response, log });
    if (response.headersSent) return void response.destroy();
    // A refusal may leave a body unread; it must not be taken for the next request.
    if (!request.complete) response.set('Connection', 'close');
    const { status, headers, body } = toApiResponse(error, baseUrl());
    response.status(status).set(headers).json(body);
  };
}

/** Codes of what is written to, or read from, a connection that the client has left. */
const OF_CLIENTS_GONE = new Set(['ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** There is nobody to answer, and nothing of ours has failed. */
function hasGone(error: unknown, response: Response): boolean {
  const isCut = response.destroyed || response.req.socket.destroyed;
  return isCut && error instanceof Error && 'code' in error && OF_CLIENTS_GONE.has(String(error.code));
}

/** A refusal knows whose it is; the path tells only of what nobody foresaw. */
function isTrackError(error: unknown, isTrack: boolean): boolean {
  return error instanceof ApiError ? false : isTrack || error instanceof TrackRefused;
}

/** Express refuses a path with broken percent-encoding by an error of its own. */
function fromRouter(thrown: unknown, isTrack: boolean): unknown {
  if (!(thrown instanceof URIError)) return thrown;
  const message = 'The path is not validly percent-encoded.';
  return isTrack ? new TrackRefused('bad_request', message) : new ApiError('invalid_request', message);
}
