import { openAdDeliveries } from './ad-platforms/forwarding/open-ad-deliveries.ts';
import { watchIntegrations } from './ad-platforms/forwarding/watch-integrations.ts';
import type { Config } from './config.ts';
import { openRemovals } from './dashboard-api/removals.ts';
import { openBell } from './deliveries/bell.ts';
import { Deliveries } from './deliveries/deliveries.ts';
import { isOfDemo } from './demo/demo-integrations.ts';
import { ErasureRuns } from './erasure/erasure-runs.ts';
import { openErasureThread } from './erasure/open-erasure-thread.ts';
import type { Log } from './log.ts';
import type { OpenStores } from './open-stores.ts';
import { createErasureSealer } from './secrets/sealer.ts';
import { Intake } from './track/intake.ts';
import { watchEndpoints } from './webhooks/watch-endpoints.ts';
import { webhookMeansOnDemand } from './webhooks/webhook-means.ts';

type Surroundings = { readonly config: Config; readonly log: Log; readonly now: () => number };

export type Parts = ReturnType<typeof openParts>;

/** What stores events, sends deliveries and erases, over the stores. */
export function openParts(stores: OpenStores, { config, log, now }: Surroundings) {
  const { location, control, secret } = stores;
  const { cityFile, projectBytes, holdMs, receivers, platformApis, spendSyncMs } = config;
  const sharesGroups = config.browserRate > 0;
  const bell = openBell();
  const settings = { location, secret, bell: bell.buffer };
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
  const { erasing, erasures } = openErasures(stores, { log, now });

  return {
    ...{
      intake,
      webhooks,
      integrations,
      deliveries,
      adDeliveries,
      removals,
      webhookMeans,
      erasing,
      erasures,
    },
    /** All but deliveries, which end before the last request does. */
    async closeStores(): Promise<void> {
      await intake.close();
      await webhooks.close();
      await adDeliveries.close();
      await removals.close();
      await webhookMeans.close();
      await erasures.close();
      await erasing.work.close();
      await integrations.close();
    },
  };
}

/** What erases in a thread of its own, and what takes up erasures that are asked for. */
function openErasures({ location, control, secret }: OpenStores, { log, now }: Omit<Surroundings, 'config'>) {
  const erasing = {
    sealer: createErasureSealer(secret),
    work: openErasureThread({ location: { ...location, migrate: false }, secret }),
  };
  const erasures = new ErasureRuns({
    ...{ ...erasing, control, now },
    onFailure: (error, erasure) =>
      log.error({ err: error, erasure }, 'An erasure failed; it is tried again within an hour'),
  });
  return { erasing, erasures };
}
