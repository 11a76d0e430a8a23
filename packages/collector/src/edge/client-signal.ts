import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone } from '../body/json-body.ts';

/** When it is asked first whether a client that has sent its last is still there; each time after takes twice as long. */
const FIRST_PROBE_MS = 5;
const MAX_PROBE_MS = 1000;

/**
 * A signal that is aborted with ClientGone once nobody waits for a response any more that is still owed.
 *
 * The end of what a client sends does not say that: it may have gone, or it may wait for what it is owed. Only its system
 * can tell, and does so when it is sent something. That is an interim response, 102, which every client of HTTP/1.1 skips.
 */
export function signalOfClient(request: IncomingMessage, response: ServerResponse): AbortSignal {
  // Whoever asks late is told of no end that was before.
  if (response.closed) return AbortSignal.abort(new ClientGone());
  const { socket } = request;
  const gone = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  function probeIn(ms: number): void {
    timer = setTimeout(() => {
      if (!response.headersSent) response.writeProcessing();
      probeIn(Math.min(ms * 2, MAX_PROBE_MS));
    }, ms).unref();
  }
  const onEnd = () => probeIn(FIRST_PROBE_MS);
  response.once('close', () => {
    clearTimeout(timer);
    socket.removeListener('end', onEnd);
    if (!response.writableFinished) gone.abort(new ClientGone());
  });
  if (request.httpVersion === '1.0') return gone.signal;
  if (socket.readableEnded) onEnd();
  else socket.once('end', onEnd);
  return gone.signal;
}
