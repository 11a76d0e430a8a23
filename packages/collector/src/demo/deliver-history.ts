import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cvq/contract';
import type { AdDeliveryStore, EndedAdAttempt, Integration, ProjectRecord } from '@cvq/storage';
import { adDestinations } from '../ad-platforms/forwarding/ad-destinations.ts';
import { Deliverer } from '../deliveries/deliverer.ts';
import { createLog } from '../log.ts';
import type { InstallationSecret } from '../secrets/installation-secret.ts';
import { createKeyedHash } from '../secrets/keyed-hash.ts';
import { createUserDataSealer } from '../secrets/sealer.ts';
import { createRandom } from './random.ts';
import { scriptedAdapters } from './scripted-adapters.ts';

type History = {
  readonly queue: AdDeliveryStore;
  readonly project: ProjectRecord;
  readonly integrations: readonly Integration[];
  readonly secret: InstallationSecret;
  /** When the first conversion may be due, and when the history ends. Epoch milliseconds. */
  readonly from: number;
  readonly now: number;
};

/** What is sent from here on has not come to its end when the history ends. */
const LAST_HOURS_MS = 5 * HOUR_MS;
/** For so long from its connection, the first integration was in dry run. */
const DRY_RUN_MS = DAY_MS;

/**
 * Sends what the conversions of a history owe to ad platforms as it would have been sent in its time, by the code that
 * sends and settles, on a clock of its own, and with answers that are made up.
 */
export async function deliverHistory({
  queue,
  project,
  integrations,
  secret,
  from,
  now,
}: History): Promise<void> {
  const clock = { now: from };
  const random = createRandom(from);
  const log = createLog('silent');
  const adapters = scriptedAdapters({ random, now: () => clock.now, lastFrom: now - LAST_HOURS_MS });
  const at = (integration: Integration) => {
    const wasDry = integration === integrations[0] && clock.now < from + DRY_RUN_MS;
    return { ...integration, state: wasDry ? ('dry_run' as const) : ('active' as const), ofProject: project };
  };
  const destinations = adDestinations({
    ...{ deliveries: queue, adapters, log, now: () => clock.now, chance: random.next },
    integrations: {
      refresh: async () => {},
      find(id) {
        const found = integrations.find((each) => each.id === id);
        return found && at(found);
      },
    },
    connections: {
      of: ({ platform, ...integration }) => adapters[platform].connect(integration, {}, async () => true),
    },
    // Nothing that a script says changes an integration.
    control: { changeIntegration: async () => true },
    sealer: createUserDataSealer(secret),
    keyedHash: createKeyedHash(secret.sealing, 'order ids'),
  });
  // Nor does a throttle outlive the history: what is sold in the demo from then on is not held back by it.
  const record = (ended: readonly EndedAdAttempt[]) =>
    queue.record(ended.map((each) => ({ ...each, throttle: undefined })));
  const deliverer = new Deliverer({
    ...{ destinations, log, now: () => clock.now },
    queue: { ...queue, record },
  });
  for (;;) {
    await deliverer.deliverDue();
    if (clock.now === now) break;
    const nextAt = (await deliverer.turn()) ?? now;
    // What is due within some minutes is sent together: a history need not be exact.
    clock.now = Math.min(Math.max(nextAt, clock.now + 10 * MINUTE_MS), now);
  }
  await deliverer.stop(0);
}
