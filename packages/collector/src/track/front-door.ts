import type { IncomingMessage, ServerResponse } from 'node:http';
import { openToAnyOrigin } from './open-to-any-origin.ts';
import type { Tracking } from './tracking.ts';

export type FrontDoorDeps = {
  readonly tracking: Tracking;
  /** Clients behind proxies go by way of Express, which knows how to read what proxies say. */
  readonly behindProxy: boolean;
  /** Answers a request that failed. */
  readonly fail: (error: unknown, request: IncomingMessage, response: ServerResponse) => void;
};

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The three requests that are nearly all of the load, answered before Express. True when it took the request; every
 * other one, and every other spelling of these, is for the routes.
 */
export function trackFrontDoor({ tracking, behindProxy, fail }: FrontDoorDeps) {
  const answers = new Map<string, Answer>([
    ['/v1/track', (request, response) => tracking.server('event', request, response)],
    ['/v1/track/batch', (request, response) => tracking.server('batch', request, response)],
  ]);
  if (!behindProxy) {
    answers.set('/v1/events', (request, response) => {
      openToAnyOrigin(response);
      return tracking.browser(request, response, request.socket.remoteAddress ?? null);
    });
  }
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const answer = request.method === 'POST' ? answers.get(pathOf(request.url ?? '')) : undefined;
    answer?.(request, response).catch((error: unknown) => fail(error, request, response));
    return answer !== undefined;
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
