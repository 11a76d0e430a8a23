import type { WebhookEvent } from '@cvq/contract';
import {
  openControlStore,
  openDeliveryStore,
  openEventLog,
  openIngestLedger,
  openReports,
} from '@cvq/storage';
import { folderWithStores } from '../../../../test/builders/folder-with-stores.ts';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { createProject } from '../../src/accounts/projects.ts';
import { Deliverer } from '../../src/deliveries/deliverer.ts';
import { createLog } from '../../src/log.ts';
import { createAddressGuard, type ReceiverPolicy } from '../../src/webhooks/address-guard.ts';
import { EndpointEditor } from '../../src/webhooks/endpoint-editor.ts';
import { createSecretSealer } from '../../src/webhooks/endpoint-secrets.ts';
import { cacheEndpoints } from '../../src/webhooks/endpoints.ts';
import type { Resolve } from '../../src/webhooks/fair-lookups.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { webhookDestinations } from '../../src/webhooks/webhook-destination.ts';
import { START } from '../collector.ts';
import { purchaseRecord } from './purchase-record.ts';

const DEVELOPMENT: ReceiverPolicy = { allowPrivate: true, allowedRanges: [] };

type WorkshopOptions = {
  readonly policy?: ReceiverPolicy;
  readonly timeoutMs?: number;
  readonly chance?: () => number;
  readonly resolve?: Resolve;
  readonly folder?: string;
};

/** The parts that deliver, on real stores and real sockets, with a clock that the test moves. */
export async function openWorkshop(options: WorkshopOptions = {}) {
  const {
    policy = DEVELOPMENT,
    timeoutMs = 10_000,
    chance = () => 0,
    resolve,
    folder = folderWithStores(),
  } = options;
  const location = { folder, migrate: true };
  const clock = { now: START };
  const now = () => clock.now;
  const control = openControlStore(location);
  const ledger = openIngestLedger(location);
  const eventLog = openEventLog(location);
  const reports = openReports(location);
  const queue = openDeliveryStore(location);
  const endpoints = cacheEndpoints(control);
  const sealer = createSecretSealer({ sealing: 'a secret of the tests', alsoOpening: null });
  const guard = createAddressGuard(policy, resolve);
  const sender = createSender({ guard, policy, timeoutMs });
  const log = createLog('silent');
  const destinations = webhookDestinations({ endpoints, sealer, sender, log, now, chance });
  const deliverer = new Deliverer({ queue, destinations, log, now });
  const editor = new EndpointEditor({
    ...asOperator(control, now),
    deliveries: queue,
    sealer,
    guard,
    policy,
  });
  const { project } = await createProject(
    asOperator(control, () => clock.now),
    { domain: 'shop.example', name: 'Shop', timezone: 'UTC', currency: 'EUR', hosts: null },
  );
  untilFileEnds(async () => {
    await sender.close();
    await queue.close();
    await reports.close();
    await eventLog.close();
    await ledger.close();
    await control.close();
  });

  let purchases = 0;
  return {
    ...{
      clock,
      control,
      ledger,
      eventLog,
      reports,
      queue,
      endpoints,
      destinations,
      sealer,
      sender,
      guard,
      policy,
      deliverer,
      editor,
      folder,
      now,
    },
    project: project.id,
    addEndpoint: (url: string, wanted: readonly WebhookEvent[] = ['*']) =>
      editor.create({ project: project.id, url, events: wanted }),
    /** Store a purchase, as the write path does; its event id. */
    async buy(): Promise<string> {
      await endpoints.refresh();
      purchases += 1;
      const record = purchaseRecord(project.id, clock.now, `s${purchases}`);
      await ledger.append([record], { subscriptions: endpoints.subscriptions() });
      return `evt_${record.id.ms}_${record.id.suffix}`;
    },
    /** All deliveries, the oldest first. */
    async deliveries() {
      const ids = (await control.listWebhooks()).map(({ id }) => id);
      return (await queue.list({ endpoints: ids, limit: 100_000 })).reverse();
    },
  };
}

export type Workshop = Awaited<ReturnType<typeof openWorkshop>>;
