import type { RequestListener } from 'node:http';
import type { RandomBytes } from './accounts/access-links.ts';
import { openAdapters } from './ad-platforms/open-adapters.ts';
import { type AppDeps, createApp } from './app.ts';
import { NetworkRefresh } from './bots/networks/network-refresh.ts';
import { closePart } from './close-part.ts';
import type { Config } from './config.ts';
import { LiveStreams } from './dashboard-api/live/live-streams.ts';
import { createKnownBrowsers } from './dashboard-api/session/known-browsers.ts';
import { createPasswords } from './dashboard-api/session/passwords.ts';
import { TestsUnderWay } from './dashboard-api/webhooks/tests-under-way.ts';
import { UnderWay } from './mcp/under-way.ts';
import type { DashboardAddress } from './net/dashboard-address.ts';
import type { Parts } from './open-parts.ts';
import type { OpenStores } from './open-stores.ts';
import { createConsentSealer, createCredentialSealer, createUserDataSealer } from './secrets/sealer.ts';

/** What requests are answered with, beside the stores and the parts. */
type Surroundings = Pick<
  AppDeps,
  'baseUrl' | 'config' | 'failures' | 'health' | 'log' | 'now' | 'openAgentServer' | 'scripts'
> & {
  readonly random: RandomBytes;
  readonly opensDemo: boolean;
  readonly dashboardAddress: () => DashboardAddress;
  /** Closes what is put on it. */
  readonly opened: AsyncDisposableStack;
};

/** Opens what answers requests. */
export function openApp(
  stores: OpenStores,
  parts: Parts,
  { random, opensDemo, dashboardAddress, opened, ...surroundings }: Surroundings,
): RequestListener {
  const { control, reports, compactedRanges, archivedRows, secret } = stores;
  const { intake, webhooks, integrations, deliveries, adDeliveries } = parts;
  const { config, log, now } = surroundings;
  const underWay = opened.adopt(new UnderWay(), closePart);
  const live = opened.adopt(
    new LiveStreams({
      ...{ control, reports, now, opensDemo, log },
      refusals: intake.refusals,
      every: everyWithoutHold,
    }),
    closePart,
  );
  return createApp({
    ...surroundings,
    ...{ control, reports, compactedRanges, archivedRows, intake, webhooks, integrations, underWay },
    attempts: deliveries.figures,
    looks: deliveries.adFigures,
    retries: adDeliveries,
    sealer: createUserDataSealer(secret),
    dashboard: {
      ...forDashboard(stores, parts, { config, now, random }),
      address: dashboardAddress,
      opensDemo,
      live,
    },
  });
}

type DashboardParts = Omit<AppDeps['dashboard'], 'address' | 'live' | 'opensDemo'>;

/** What operations of the dashboard do their work with. */
function forDashboard(
  { secret }: OpenStores,
  { adDeliveries, erasing, erasures, removals, webhookMeans }: Parts,
  { config, now, random }: { config: Config; now: () => number; random: RandomBytes },
): DashboardParts {
  const { platformApis, dataFolder, refreshesNetworks } = config;
  return {
    random,
    removals,
    erasures: { ...erasing, progressOf: (id) => erasures.progressOf(id) },
    adPlatforms: {
      deliveries: adDeliveries,
      adapters: openAdapters(platformApis, now),
      sealer: createCredentialSealer(secret),
      consentSealer: createConsentSealer(secret),
      consentAddress: platformApis.addresses.microsoftToken,
    },
    passwords: createPasswords(),
    knownBrowsers: createKnownBrowsers(secret, random),
    webhooks: { open: webhookMeans.open, tests: new TestsUnderWay() },
    // When somebody asks for them, by the same setting as once a week.
    networks: new NetworkRefresh({ folder: dataFolder, isAllowed: refreshesNetworks, fetch, now }),
  };
}

/** Runs something again and again, without keeping the process from ending. */
function everyWithoutHold(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms).unref();
  return () => clearInterval(timer);
}
