import { TRACKING_PATHS } from '@cvq/contract/constants';
import { type Request, type Response, Router } from 'express';
import { TrackRefused } from '../errors/track-refused.ts';
import { isAddress, networkOfClient } from '../net/address.ts';
import type { BrowserSender } from './browser-requests.ts';
import { namesProxy, openToAnyOrigin, type Tracking } from './front-door.ts';
import { PIXEL, type PixelQuery } from './submit-pixel.ts';

export type TrackRouteDeps = {
  readonly tracking: Tracking;
  /** Whether the address of a client is to be read from what trusted proxies say. */
  readonly behindProxy: boolean;
  /** Called with a request that says it came by a proxy, and counts as its connection does. */
  readonly onProxy: (request: Request) => void;
  /** Called with a request of which trusted proxies name something as the client that is no address. */
  readonly onUnreadable: () => void;
};

/** The tracking APIs in full: every method of their paths, every spelling, and clients behind proxies. */
export function trackRoutes({ tracking, behindProxy, onProxy, onUnreadable }: TrackRouteDeps): Router {
  const router = Router({ caseSensitive: true });
  const serverRoute = (kind: 'event' | 'batch') => async (request: Request, response: Response) =>
    tracking.answer(response, await tracking.servers.submit(kind, request));

  /** Express asks the list of proxies each time; without a list the socket knows. */
  function senderOf(request: Request): BrowserSender {
    const { remoteAddress } = request.socket;
    const address = (behindProxy ? request.ip : remoteAddress) ?? null;
    if (behindProxy && address === remoteAddress && namesProxy(request)) onProxy(request);
    if (behindProxy && address !== null && !isAddress(address)) onUnreadable();
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
    .post(async (request, response) =>
      tracking.answer(response, await tracking.browsers.submit(request, senderOf(request))),
    )
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
    .get(async (request, response) => {
      const reply = await tracking.browsers.submitPixel(pixelQueryOf(request), request, senderOf(request));
      if (reply.status !== 200) return tracking.answer(response, reply);
      tracking.count(reply);
      response.writeHead(200, PIXEL_HEADERS).end(PIXEL);
    })
    .all(refuseMethod('GET'));

  return router;
}

/** A page that takes only what other sites share with it (COEP) shows the pixel all the same. */
const PIXEL_HEADERS = {
  'Content-Type': 'image/gif',
  'Content-Length': PIXEL.length,
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

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
