import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { TRACKING_PATHS } from '@cvq/contract/constants';
import { RequestGate } from '../edge/request-gate.ts';
import { networkOfClient } from '../net/address.ts';
import type { Tracking } from './tracking.ts';

export type FrontDoorDeps = {
  readonly tracking: Tracking;
  /** Clients behind proxies go by way of the routes, which know how to read what proxies say. */
  readonly behindProxy: boolean;
  /** Called with a request that says it came by a proxy, where no proxy is trusted. */
  readonly onProxy: (request: IncomingMessage) => void;
  /** Answers a tracking request that failed. */
  readonly fail: (error: unknown, request: IncomingMessage, response: ServerResponse) => void;
  /** Takes every other request, and every other spelling of these. */
  readonly others: RequestListener;
};

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The three requests that are nearly all of the load, answered before Express, which would cost more than they do. */
export function openFrontDoor({
  tracking,
  behindProxy,
  onProxy,
  fail,
  others,
}: FrontDoorDeps): RequestListener {
  const answers = new Map<string, Answer>([
    [TRACKING_PATHS.event, (request, response) => tracking.server('event', request, response)],
    [TRACKING_PATHS.batch, (request, response) => tracking.server('batch', request, response)],
  ]);
  if (!behindProxy) {
    answers.set(TRACKING_PATHS.browser, (request, response) => {
      openToAnyOrigin(response);
      const address = request.socket.remoteAddress ?? null;
      // The gate knows it since the connection began.
      const network = RequestGate.of(request.socket)?.network ?? networkOfClient(address);
      return tracking.browser(request, response, { address, network });
    });
  }
  return (request, response) => {
    if (!behindProxy && namesProxy(request)) onProxy(request);
    const answer = request.method === 'POST' ? answers.get(pathOf(request.url ?? '')) : undefined;
    if (answer === undefined) others(request, response);
    else answer(request, response).catch((error: unknown) => fail(error, request, response));
  };
}

/** Pages of any site post here. The SDK must be able to read how long it is to wait. */
export function openToAnyOrigin(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
}

function namesProxy({ headers }: IncomingMessage): boolean {
  return (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
