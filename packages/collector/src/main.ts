import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  collectStartGarbage,
  openControlStore,
  openEventLog,
  openReports,
  type Reports,
  refuseUnwritable,
  type StoreNews,
} from '@cvq/storage';
import type { RandomBytes } from './accounts/access-links.ts';
import { keptFrom } from './accounts/kept-from.ts';
import { openAdDeliveries } from './ad-platforms/forwarding/open-ad-deliveries.ts';
import { watchIntegrations } from './ad-platforms/forwarding/watch-integrations.ts';
import { openAdapters } from './ad-platforms/open-adapters.ts';
import { createApp } from './app.ts';
import { keepNetworksFresh } from './bots/networks/keep-networks-fresh.ts';
import { FRESH_DAYS, staleSince } from './bots/networks/known-networks.ts';
import { newestNetworks } from './bots/networks/network-file.ts';
import { NetworkRefresh } from './bots/networks/network-refresh.ts';
import type { Config } from './config.ts';
import { LiveStreams } from './dashboard-api/live/live-streams.ts';
import { openRemovals } from './dashboard-api/removals.ts';
import { createKnownBrowsers } from './dashboard-api/session/known-browsers.ts';
import { createPasswords } from './dashboard-api/session/passwords.ts';
import { TestsUnderWay } from './dashboard-api/webhooks/tests-under-way.ts';
import { openBell } from './deliveries/bell.ts';
import { Deliveries } from './deliveries/deliveries.ts';
import { isOfDemo } from './demo/demo-integrations.ts';
import { FailureLog } from './edge/failure-log.ts';
import { HttpServer } from './edge/http-server.ts';
import { roomForConnections } from './edge/open-files.ts';
import type { Health } from './edge/operator-routes.ts';
import { ErasureRuns } from './erasure/erasure-runs.ts';
import { openErasureThread } from './erasure/open-erasure-thread.ts';
import { openCityFile } from './geo/open-city-file.ts';
import type { Log } from './log.ts';
import { logStoreNews } from './log-store-news.ts';
import type { OpenServer } from './mcp/answer-message.ts';
import { UnderWay } from './mcp/under-way.ts';
import { type DashboardAddress, dashboardAddress } from './net/dashboard-address.ts';
import type { InstallationSecret } from './secrets/installation-secret.ts';
import { takeUpSecret } from './secrets/open-secret.ts';
import {
  createConsentSealer,
  createCredentialSealer,
  createErasureSealer,
  createUserDataSealer,
} from './secrets/sealer.ts';
import { Intake } from './track/intake.ts';
import { VERSION } from './version.ts';
import { watchEndpoints } from './webhooks/watch-endpoints.ts';
import { webhookMeansOnDemand } from './webhooks/webhook-means.ts';

export { asOperator } from './accounts/actor.ts';
export { createKey } from './accounts/keys.ts';
export { createProject } from './accounts/projects.ts';
export { type Config, readConfig } from './config.ts';
export { createLog, type Log } from './log.ts';

/** A collector that listens. */
export type Collector = {
  readonly port: number;
  /** The public address, without a trailing slash. */
  readonly baseUrl: string;
  /** Where people open the dashboard. */
  readonly dashboard: DashboardAddress;
  /** Finish what was accepted, then close every store. */
  close(): Promise<void>;
};

export type CollectorOptions = {
  readonly config: Config;
  readonly log: Log;
  /** Epoch milliseconds; tests bring their own clock. */
  readonly now?: () => number;
  /** Random bytes for tokens of the dashboard; tests may bring their own. */
  readonly random?: RandomBytes;
  /** Whether its link signs in the owner of the demo, while there is no person. */
  readonly opensDemo?: boolean;
  /** What answers agents; tests may bring tools of their own. */
  readonly openAgentServer?: OpenServer;
};

/** The composition root: open the stores, start the writer, listen. */
export async function startCollector({
  config,
  log,
  now = Date.now,
  random = randomBytes,
  opensDemo = false,
  openAgentServer,
}: CollectorOptions): Promise<Collector> {
  const stores = await openStores(config, { log, now });
  const { location, control, reports, secret } = stores;
  const { cityFile, projectBytes } = config;
  const sharesGroups = config.browserRate > 0;
  const bell = openBell();
  const settings = { location, secret, bell: bell.buffer };
  const { holdMs, receivers, platformApis, spendSyncMs } = config;
  const intake = new Intake({ ...settings, cityFile, projectBytes, sharesGroups, holdMs, now }, log);
  const webhooks = watchEndpoints({ location, control, now });
  const integrations = watchIntegrations({ location, control, now, isMadeUp: isOfDemo });
  const deliveries = new Deliveries(
    { ...settings, receivers, platformApis, spendSyncMs, logLevel: log.level },
    {
      hasWork: async () => (await webhooks.hasWork()) || (await integrations.hasWork()),
      ...{ control, log },
    },
  );
  const adDeliveries = openAdDeliveries(location, bell);
  const removals = openRemovals(location, { control, bell });
  const webhookMeans = webhookMeansOnDemand({
    location: { ...location, migrate: false },
    ...{ secret, policy: receivers, wake: () => bell.ring() },
  });
  const erasing = {
    sealer: createErasureSealer(secret),
    work: openErasureThread({ location: { ...location, migrate: false }, secret }),
  };
  const erasures = new ErasureRuns({
    ...{ ...erasing, control, now },
    onFailure: (error, erasure) =>
      log.error({ err: error, erasure }, 'An erasure failed; it is tried again within an hour'),
  });
  let address = config.baseUrl ?? '';
  const baseUrl = () => address;
  // Nobody asks before it listens, and then the port is known.
  let dashboard = dashboardAddress(config, config.port);
  const live = new LiveStreams({
    ...{ control, reports, refusals: intake.refusals, now, opensDemo, log, every: everyWithoutHold },
  });
  const health = healthOf(intake, () => http.isDraining());
  const failures = new FailureLog(log);
  const underWay = new UnderWay();
  const app = createApp({
    ...{ config, control, reports, intake, health, webhooks, integrations, log, failures, now, baseUrl },
    ...{ underWay, openAgentServer },
    ...{ attempts: deliveries.figures, looks: deliveries.adFigures },
    ...{ retries: adDeliveries, sealer: createUserDataSealer(secret) },
    dashboard: {
      address: () => dashboard,
      ...{
        random,
        removals,
        erasures: { ...erasing, progressOf: (id) => erasures.progressOf(id) },
        adPlatforms: { deliveries: adDeliveries, ...openAdPlatforms({ platformApis, secret, now }) },
        passwords: createPasswords(),
        knownBrowsers: createKnownBrowsers(secret, random),
        opensDemo,
        live,
        webhooks: { open: webhookMeans.open, tests: new TestsUnderWay() },
        networks: networkRefresh(config, now),
      },
    },
    compactedRanges: stores.compactedRanges,
    archivedRows: stores.archivedRows,
  });
  const http = openHttp(app, config, { log, baseUrl });
  let stopRefreshing = () => {};

  async function close(): Promise<void> {
    stopRefreshing();
    live.close();
    await underWay.close();
    const delivered = deliveries.close();
    await http.drain();
    failures.flush();
    // Those that write close last, since a connection that only reads leaves the log as it is.
    await reports.close();
    await delivered;
    await intake.close();
    await webhooks.close();
    await adDeliveries.close();
    await removals.close();
    await webhookMeans.close();
    await erasures.close();
    await erasing.work.close();
    await integrations.close();
    await control.close();
  }

  try {
    // While the writer starts: a dashboard that waited for the collector asks at once.
    control.warmUp();
    reports.warmUp();
    await intake.started;
    await listen(http.server, config);
    collectStartGarbage();
  } catch (error) {
    await close();
    throw error;
  }
  const { port } = http.server.address() as AddressInfo;
  address ||= `http://${urlHost(config.host)}:${port}`;
  dashboard = dashboardAddress(config, port);
  log.info({ version: VERSION, port, host: config.host, data: config.dataFolder }, 'Listening');
  logStaleNetworks(config, { log, now: now() });
  stopRefreshing = refreshNetworks(config, { log, now });
  return { port, baseUrl: address, dashboard, close };
}

/** What integrations are connected and tested with. */
function openAdPlatforms({
  platformApis,
  secret,
  now,
}: Pick<Config, 'platformApis'> & { readonly secret: InstallationSecret; readonly now: () => number }) {
  return {
    adapters: openAdapters(platformApis, now),
    sealer: createCredentialSealer(secret),
    consentSealer: createConsentSealer(secret),
    consentAddress: platformApis.addresses.microsoftToken,
  };
}

/** The stores that the main thread asks, and the secret, proven to be theirs. */
async function openStores(config: Config, { log, now }: { readonly log: Log; readonly now: () => number }) {
  const location = { folder: config.dataFolder, migrate: config.migrate };
  // The writer reads it in its own thread; a bad one must stop the start and not the writer.
  if (config.cityFile !== null) openCityFile(config.cityFile);
  refuseUnwritable(location);
  const control = openControlStore(location, (news) => logStoreNews(news, log));
  let reports: Reports | null = null;
  let compactedRanges = 0;
  let archivedRows = 0;
  try {
    const { readers, questionSeconds: deadlineSeconds, reportBytes: memoryBytes, archiveHours } = config;
    const hear = (news: StoreNews) => {
      if (news.kind === 'compacted') {
        compactedRanges += news.days;
        archivedRows += news.rows;
      }
      logStoreNews(news, log);
    };
    reports = openReports(location, {
      ...{ hear, readers, deadlineSeconds, memoryBytes, archiveHours },
      keptFrom: (project) => keptFrom({ control, now }, project),
    });
    const stores = { control, openEventLog: () => openEventLog(location) };
    const secret = await takeUpSecret(config.secret, stores);
    return {
      location,
      control,
      reports,
      secret,
      compactedRanges: () => compactedRanges,
      archivedRows: () => archivedRows,
    };
  } catch (error) {
    await reports?.close();
    await control.close();
    throw error;
  }
}

function healthOf(intake: Intake, isDraining: () => boolean): Health {
  return {
    async whyNotReady() {
      if (isDraining()) return 'draining';
      return (await intake.isReady()) ? null : 'events cannot be stored';
    },
    whyDegraded() {
      const parts = intake.unpurged();
      return parts.length === 0 ? null : `${parts.join(' and ')} past their time cannot be deleted`;
    },
  };
}

function openHttp(
  app: RequestListener,
  config: Config,
  { log, baseUrl }: { log: Log; baseUrl: () => string },
): HttpServer {
  const { connections, warning } = roomForConnections(config.connections);
  if (warning !== null) log.warn(warning);
  return new HttpServer(app, { connections, behindProxy: config.trustedProxies.length > 0, baseUrl });
}

/** Fetches the networks of crawlers once a week, where the settings ask for it, until it is stopped. */
function refreshNetworks(config: Config, { log, now }: { log: Log; now: () => number }): () => void {
  if (!config.refreshesNetworks) return () => {};
  return keepNetworksFresh({
    folder: config.dataFolder,
    ...{ log, fetch, now, random: Math.random, later: laterWithoutHold },
  });
}

/** Fetches them when somebody asks for it in the dashboard, by the same setting. */
function networkRefresh({ dataFolder: folder, refreshesNetworks: isAllowed }: Config, now: () => number) {
  return new NetworkRefresh({ folder, isAllowed, fetch, now });
}

/** An operator should know that the collector cannot tell a crawler from a program that only claims to be one. */
function logStaleNetworks(
  { dataFolder, refreshesNetworks }: Config,
  { log, now }: { log: Log; now: number },
): void {
  const since = staleSince(newestNetworks(dataFolder), now);
  if (since === null) return;
  const remedy = refreshesNetworks ? 'They will be refreshed within the hour.' : 'Run cvq bots update.';
  log.info(
    { since },
    `The networks of crawlers are more than ${FRESH_DAYS} days old, so every crawler's name is believed. ${remedy}`,
  );
}

/** A timer that does not keep the process from ending. */
function laterWithoutHold(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}

/** The same again and again. */
function everyWithoutHold(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms).unref();
  return () => clearInterval(timer);
}

function listen(server: HttpServer['server'], config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

/** A host as an address has it: every interface is reached by the local name, IPv6 goes in brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
