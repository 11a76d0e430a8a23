import type { ErrorRequestHandler } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { isUnforeseen, toApiResponse } from '../errors/to-response.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { type Log, loggablePath } from '../log.ts';
import { answerTrackError } from './answer-track-error.ts';
import { requestIdOf } from './request-id.ts';

const TRACK_PATH = /^\/v1\/(track|events|pixel\.gif)(\/|$)/;

/** What turns an error into a response. The two APIs have their own envelopes. */
export function errorHandler({ log, baseUrl }: { log: Log; baseUrl: () => string }): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const isTrackPath = TRACK_PATH.test(request.path);
    const error = fromRouter(thrown, isTrackPath);
    if (isTrackError(error, isTrackPath)) return answerTrackError(error, { request, response, log });
    if (isUnforeseen(error)) {
      log.error(
        { err: error, requestId: requestIdOf(response), path: loggablePath(request.url) },
        'A request failed',
      );
    }
    if (response.headersSent) return void response.destroy();
    // A refusal may leave a body unread; it must not be taken for the next request.
    if (!request.complete) response.set('Connection', 'close');
    const { status, headers, body } = toApiResponse(error, baseUrl());
    response.status(status).set(headers).json(body);
  };
}

/** A refusal knows whose it is; the path tells only of what nobody foresaw. */
function isTrackError(error: unknown, isTrackPath: boolean): boolean {
  return isUnforeseen(error) ? isTrackPath : error instanceof TrackRefused;
}

/** Express refuses a path with broken percent-encoding by an error of its own. */
function fromRouter(thrown: unknown, isTrack: boolean): unknown {
  if (!(thrown instanceof URIError)) return thrown;
  const message = 'The path is not validly percent-encoded.';
  return isTrack ? new TrackRefused('bad_request', message) : new ApiError('invalid_request', message);
}
