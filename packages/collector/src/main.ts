import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { collectStartGarbage } from '@cvq/storage';
import type { RandomBytes } from './accounts/access-links.ts';
import { keepNetworksFresh } from './bots/networks/keep-networks-fresh.ts';
import { FRESH_DAYS, staleSince } from './bots/networks/known-networks.ts';
import { newestNetworks } from './bots/networks/network-file.ts';
import type { Config } from './config.ts';
import { FailureLog } from './edge/failure-log.ts';
import { HttpServer } from './edge/http-server.ts';
import { roomForConnections } from './edge/open-files.ts';
import type { Health } from './edge/operator-routes.ts';
import { keepTickShape } from './keep-tick-shape.ts';
import type { Log } from './log.ts';
import type { OpenServer } from './mcp/answer-message.ts';
import { type DashboardAddress, dashboardAddress } from './net/dashboard-address.ts';
import { openApp } from './open-app.ts';
import { openParts } from './open-parts.ts';
import { openStores } from './open-stores.ts';
import { SdkScripts } from './pages/sdk-scripts.ts';
import type { Intake } from './track/intake.ts';
import { VERSION } from './version.ts';

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

/** Opens the stores, starts the writer and listens. Where any of it fails, what was opened before is closed. */
export async function startCollector(options: CollectorOptions): Promise<Collector> {
  const opened = new AsyncDisposableStack();
  try {
    return await composeCollector(options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** The composition root. What is to be closed is put on `opened` at once, which closes it in the reverse order. */
async function composeCollector(
  { config, log, now = Date.now, random = randomBytes, opensDemo = false, openAgentServer }: CollectorOptions,
  opened: AsyncDisposableStack,
): Promise<Collector> {
  await refuseTakenPort(config);
  const stores = await openStores(config, { log, now, opened });
  const failures = new FailureLog(log);
  opened.defer(() => failures.flush());
  let http: HttpServer | null = null;
  const drain = async () => http?.drain();
  const parts = openParts(stores, { config, log, now, opened, drain });
  let address = config.baseUrl ?? '';
  const baseUrl = () => address;
  // Nobody asks before it listens, and then the port is known.
  let dashboard = dashboardAddress(config, config.port);
  const scripts = new SdkScripts({ folder: config.dataFolder, log });
  const app = openApp(stores, parts, {
    ...{ config, log, now, random, opensDemo, openAgentServer, opened, failures, scripts, baseUrl },
    health: healthOf(parts.intake, () => http?.isDraining() ?? false),
    dashboardAddress: () => dashboard,
  });
  http = openHttp(app, config, { log, baseUrl });
  // While the writer starts: a dashboard that waited for the collector asks at once.
  stores.control.warmUp();
  stores.reports.warmUp();
  await allDone([parts.intake.started, scripts.keep()]);
  await listen(http.server, config);
  keepTickShape();
  collectStartGarbage();
  const { port } = http.server.address() as AddressInfo;
  address ||= `http://${urlHost(config.host)}:${port}`;
  dashboard = dashboardAddress(config, port);
  log.info({ version: VERSION, port, host: config.host, data: config.dataFolder }, 'Listening');
  logStaleNetworks(config, { log, now: now() });
  opened.defer(refreshNetworks(config, { log, now }));
  let closed: Promise<void> | null = null;
  return {
    port,
    baseUrl: address,
    dashboard,
    close() {
      closed ??= opened.disposeAsync();
      return closed;
    },
  };
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

/** As `Promise.all`, and what failed is told only once nothing is under way any more. */
async function allDone(doing: readonly Promise<unknown>[]): Promise<void> {
  for (const done of await Promise.allSettled(doing)) if (done.status === 'rejected') throw done.reason;
}

/** Fetches the networks of crawlers once a week, where the settings ask for it, until it is stopped. */
function refreshNetworks(config: Config, { log, now }: { log: Log; now: () => number }): () => void {
  if (!config.refreshesNetworks) return () => {};
  return keepNetworksFresh({
    folder: config.dataFolder,
    log,
    fetch,
    now,
    random: Math.random,
    later: laterWithoutHold,
  });
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

/** Before the stores are opened: what cannot listen must not migrate them under a collector that runs. */
async function refuseTakenPort(config: Config): Promise<void> {
  // Who connects meanwhile must not keep it open.
  const server = createServer((socket) => socket.destroy());
  await listen(server, config);
  await new Promise((resolve) => server.close(resolve));
}

function listen(server: Server, config: Config): Promise<void> {
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
