import { TRACKING_PATHS } from '@cvq/contract/constants';
import { type Request, type Response, Router } from 'express';
import { TrackRefused } from '../errors/track-refused.ts';
import { networkOfClient } from '../net/address.ts';
import { openToAnyOrigin } from './front-door.ts';
import type { PixelQuery } from './submit-pixel.ts';
import type { BrowserSender, Tracking } from './tracking.ts';

export type TrackRouteDeps = {
  readonly tracking: Tracking;
  /** Whether the address of a client is to be read from what trusted proxies say. */
  readonly behindProxy: boolean;
};

/** The tracking APIs in full: every method of their paths, every spelling, and clients behind proxies. */
export function trackRoutes({ tracking, behindProxy }: TrackRouteDeps): Router {
  const router = Router({ caseSensitive: true });
  const serverRoute = (kind: 'event' | 'batch') => (request: Request, response: Response) =>
    tracking.server(kind, request, response);

  /** Express asks the list of proxies each time; without a list the socket knows. */
  function senderOf(request: Request): BrowserSender {
    const address = (behindProxy ? request.ip : request.socket.remoteAddress) ?? null;
    return { address, network: networkOfClient(address) };
  }

  router.route(TRACKING_PATHS.event).post(serverRoute('event')).all(refuseMethod('POST'));
  router.route(TRACKING_PATHS.batch).post(serverRoute('batch')).all(refuseMethod('POST'));

  router
    .route(TRACKING_PATHS.browser)
    .all((_, response, next) => {
      openToAnyOrigin(response);
      next();
    })
    .post((request, response) => tracking.browser(request, response, senderOf(request)))
    .options((_, response) => {
      response.set({
        'Access-Control-Allow-Methods': 'POST',
        'Access-Control-Allow-Headers': 'Content-Type',
        'Access-Control-Max-Age': '7200',
      });
      response.status(204).end();
    })
    .all(refuseMethod('POST, OPTIONS'));

  router
    .route(TRACKING_PATHS.pixel)
    .get((request, response) => tracking.pixel(pixelQueryOf(request), request, response, senderOf(request)))
    .all(refuseMethod('GET'));

  return router;
}

function pixelQueryOf(request: Request): PixelQuery {
  const page = request.query.url ?? request.headers.referer;
  return { key: String(request.query.key ?? ''), page: page === undefined ? null : String(page) };
}

function refuseMethod(allowed: string) {
  return (request: Request, response: Response): never => {
    response.set('Allow', allowed);
    throw new TrackRefused('bad_request', `${request.method} is not supported here: use ${allowed}.`);
  };
}
