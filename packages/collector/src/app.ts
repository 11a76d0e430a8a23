import type { RequestListener } from 'node:http';
import type { ControlStore, EventStore } from '@cvq/storage';
import express from 'express';
import type { Config } from './config.ts';
import { answerTrackError } from './edge/answer-track-error.ts';
import { errorHandler } from './edge/error-handler.ts';
import { type Health, healthRoutes, metricsRoute } from './edge/operator-routes.ts';
import { warnOfProxy } from './edge/warn-of-proxy.ts';
import { ApiError } from './errors/api-error.ts';
import { rememberUses } from './keys/remember-uses.ts';
import type { Log } from './log.ts';
import type { FigureSources } from './metrics/figures-of.ts';
import { openMetrics } from './metrics/open-metrics.ts';
import { createRequestCounts, type RequestCounts } from './metrics/request-counts.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { readRoutes } from './read/routes.ts';
import { trackFrontDoor } from './track/front-door.ts';
import type { Intake } from './track/intake.ts';
import { trackRoutes } from './track/routes.ts';
import { createTracking } from './track/tracking.ts';
import type { EndpointWatch } from './webhooks/watch-endpoints.ts';

export type AppDeps = Pick<FigureSources, 'attempts' | 'compactedRanges'> & {
  readonly config: Config;
  readonly control: ControlStore;
  readonly events: EventStore;
  readonly intake: Intake;
  readonly health: Health;
  readonly webhooks: EndpointWatch;
  readonly log: Log;
  readonly now: () => number;
  /** The public address, without a trailing slash. */
  readonly baseUrl: () => string;
};

/** Everything that the collector serves, the tracking paths first: they are asked most. */
export function createApp(deps: AppDeps): RequestListener {
  const { config, log } = deps;
  const requests = createRequestCounts();
  const tracking = createTracking({ ...deps, requests, ...browserLimits(config) });
  const behindProxy = config.trustedProxies.length > 0;
  const isTaken = trackFrontDoor({
    tracking,
    behindProxy,
    fail: (error, request, response) => answerTrackError(error, { request, response, log, requests }),
  });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustedProxies);
  app.use(trackRoutes({ tracking, behindProxy }));
  app.use(healthRoutes(deps.health));
  app.use(metricsRoute(metricsAccess(deps, requests)));
  app.use(readRoutes({ ...deps, noteUse: rememberUses(deps.control) }));
  app.use(pageRoutes(deps));
  app.use((request) => {
    throw new ApiError('not_found', `There is nothing at ${request.path}.`);
  });
  app.use(errorHandler({ ...deps, requests }));
  const look = behindProxy ? () => {} : warnOfProxy(log);
  return (request, response) => {
    look(request);
    if (!isTaken(request, response)) app(request, response);
  };
}

/** However the limits are set, one client leaves most of a project's bytes to the others. */
function browserLimits({ browserRate, browserBytes, browserDayBytes, projectBytes }: Config) {
  const share = Math.ceil(projectBytes / 4) || browserBytes;
  return { browserRate, browserDayBytes, browserBytes: Math.min(browserBytes || share, share) };
}

function metricsAccess({ config, health, now, ...deps }: AppDeps, requests: RequestCounts) {
  const { metricsToken: token, dataFolder: folder } = config;
  if (token === null) return null;
  const isReady = () => health.whyNotReady() === null;
  const isDegraded = () => health.whyDegraded() !== null;
  return { token, open: () => openMetrics({ ...deps, isReady, isDegraded, requests, folder, now }) };
}
