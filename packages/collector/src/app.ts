import type { RequestListener } from 'node:http';
import type { ControlStore, Reports } from '@cvq/storage';
import express, { type ErrorRequestHandler } from 'express';
import type { IntegrationWatch } from './ad-platforms/forwarding/watch-integrations.ts';
import type { Config } from './config.ts';
import type { DashboardDeps } from './dashboard-api/operation.ts';
import { dashboardRoutes } from './dashboard-api/routes.ts';
import { type AnswerError, createErrorAnswers } from './edge/answer-error.ts';
import type { FailureLog } from './edge/failure-log.ts';
import { type Health, healthRoutes, metricsRoute } from './edge/operator-routes.ts';
import { warnOfProxy, warnOfUnreadable } from './edge/warn-of-proxy.ts';
import { ApiError } from './errors/api-error.ts';
import { isTrackPath } from './errors/error-response.ts';
import { createApplicationFinder } from './grants/find-application.ts';
import { cacheKeys, createUseRecorder } from './keys/find-key.ts';
import type { Log } from './log.ts';
import type { OpenServer } from './mcp/answer-message.ts';
import { mcpRoutes } from './mcp/routes.ts';
import type { UnderWay } from './mcp/under-way.ts';
import type { FigureSources } from './metrics/figures-of.ts';
import { openMetrics } from './metrics/open-metrics.ts';
import { openRequestFigures, type RequestFigures } from './metrics/request-figures.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import type { SdkScripts } from './pages/sdk-scripts.ts';
import type { ReadDeps } from './read/operation.ts';
import { readRoutes } from './read/routes.ts';
import { openSpendSources } from './read/spend/open-spend-sources.ts';
import { openFrontDoor, Tracking } from './track/front-door.ts';
import type { Intake } from './track/intake.ts';
import { trackRoutes } from './track/routes.ts';
import type { EndpointWatch } from './webhooks/watch-endpoints.ts';

export type AppDeps = Pick<FigureSources, 'archivedRows' | 'attempts' | 'compactedRanges' | 'looks'> &
  Pick<ReadDeps, 'retries' | 'sealer'> & {
    readonly config: Config;
    readonly control: ControlStore;
    readonly reports: Reports;
    readonly intake: Intake;
    readonly health: Health;
    readonly webhooks: EndpointWatch;
    readonly integrations: IntegrationWatch;
    readonly log: Log;
    readonly failures: FailureLog;
    readonly now: () => number;
    readonly scripts: SdkScripts;
    /** Requests of agents. */
    readonly underWay: UnderWay;
    readonly openAgentServer: OpenServer | undefined;
    readonly dashboard: Omit<DashboardDeps, 'control' | 'now' | 'notices' | 'findApplication'>;
    /** The public address, without a trailing slash. */
    readonly baseUrl: () => string;
  };

/** Everything that the collector serves, the tracking paths first: they are asked most. */
export function createApp(deps: AppDeps): RequestListener {
  const { config, log } = deps;
  const requests = openRequestFigures();
  const tracking = new Tracking({ ...deps, requests, ...browserLimits(config) });
  const behindProxy = config.trustedProxies.length > 0;
  const answerError = createErrorAnswers({ ...deps, requests });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustedProxies);
  const onProxy = warnOfProxy(log, config.trustedProxies);
  app.use(trackRoutes({ tracking, behindProxy, onProxy, onUnreadable: warnOfUnreadable(log) }));
  app.use(healthRoutes(deps.health));
  app.use(metricsRoute(metricsAccess(deps, requests)));
  const read = {
    ...deps,
    refusals: deps.intake.refusals,
    noteUse: createUseRecorder(deps.control, log),
    findKey: cacheKeys(deps.control, 'sk'),
    spendSources: openSpendSources(deps.control),
    spendSyncMs: config.spendSyncMs,
    dashboardOrigin: () => deps.dashboard.address().origin,
  };
  app.use(readRoutes(read));
  app.use(mcpRoutes({ ...read, origins: config.mcpOrigins }, deps.openAgentServer));
  const { control, now } = deps;
  const findApplication = createApplicationFinder(control, config.receivers);
  const dashboard = { ...deps.dashboard, control, now, findApplication, notices: () => noticesOf(deps) };
  app.use(oauthRoutes(dashboard));
  app.use(dashboardRoutes({ ...dashboard, read }));
  app.use(pageRoutes({ ...deps, dashboard }));
  app.use((request) => {
    throw new ApiError('not_found', `There is nothing at ${request.path}.`);
  });
  app.use(errorMiddleware(answerError));
  return openFrontDoor({
    tracking,
    behindProxy,
    onProxy,
    others: app,
    fail: (error, request, response) => answerError(error, { request, response, isTrack: true }),
  });
}

/** What somebody has to look after. */
async function noticesOf({ webhooks, integrations }: Pick<AppDeps, 'webhooks' | 'integrations'>) {
  const { lost, blocked } = await integrations.troubles();
  const failing = (await webhooks.statuses()).filter(({ state }) => state === 'failing');
  return {
    failingWebhooks: failing.map(({ endpoint }) => endpoint.project),
    lostIntegrations: lost.map(({ project }) => project),
    blockedIntegrations: blocked.map(({ project }) => project),
  };
}

/** Express knows a handler of errors by its four parameters. */
function errorMiddleware(answerError: AnswerError): ErrorRequestHandler {
  return (error: unknown, request, response, _next) =>
    answerError(error, { request, response, isTrack: isTrackPath(request.path) });
}

/** However the limits are set, one client leaves most of a project's bytes to the others. */
function browserLimits({ browserRate, browserBytes, browserDayBytes, projectBytes }: Config) {
  const share = Math.ceil(projectBytes / 4) || browserBytes;
  return { browserRate, browserDayBytes, browserBytes: Math.min(browserBytes || share, share) };
}

function metricsAccess({ config, health, now, ...deps }: AppDeps, requests: RequestFigures) {
  const { metricsToken: token, dataFolder: folder } = config;
  if (token === null) return null;
  const isReady = async () => (await health.whyNotReady()) === null;
  const isDegraded = () => health.whyDegraded() !== null;
  return {
    token,
    open: () => openMetrics({ ...deps, isReady, isDegraded, requests, folder, now }, deps.log),
  };
}
