import { ClientGone } from '../body/receive.ts';
import { toTrackResponse } from '../errors/error-response.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import type { RequestCounts } from '../metrics/request-counts.ts';
import { type Exchange, logFailure } from './log-failure.ts';
import { logOverload } from './log-overload.ts';

type TrackExchange = Exchange & { readonly requests: RequestCounts };

/** Turns the failure of a tracking request into its response, or cuts the connection where none can be sent. */
export function answerTrackError(error: unknown, exchange: TrackExchange): void {
  const { request, response, log, requests } = exchange;
  if (error instanceof ClientGone) return void response.destroy();
  if (error instanceof TrackRefused && error.isOverload) logOverload(log);
  logFailure(error, exchange);
  if (response.headersSent) return void response.destroy();
  // A refusal may leave a body unread; it must not be taken for the next request.
  if (!request.complete) response.setHeader('Connection', 'close');
  const { status, headers, body } = toTrackResponse(error);
  requests.count(status);
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
