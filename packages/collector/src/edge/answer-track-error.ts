import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone } from '../body/receive.ts';
import { isUnforeseen, toTrackResponse } from '../errors/to-response.ts';
import { type Log, loggablePath } from '../log.ts';
import { requestIdOf } from './request-id.ts';

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly log: Log };

/** Turns the failure of a tracking request into its response, or cuts the connection where none can be sent. */
export function answerTrackError(error: unknown, { request, response, log }: Exchange): void {
  if (error instanceof ClientGone) return void response.destroy();
  if (isUnforeseen(error)) {
    log.error(
      { err: error, requestId: requestIdOf(response), path: loggablePath(request.url ?? '') },
      'A request failed',
    );
  }
  if (response.headersSent) return void response.destroy();
  // A refusal may leave a body unread; it must not be taken for the next request.
  if (!request.complete) response.setHeader('Connection', 'close');
  const { status, headers, body } = toTrackResponse(error);
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
