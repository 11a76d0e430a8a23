import { createLog, readConfig, startCollector } from '@cvq/collector';
import { SCOPES } from '@cvq/contract';
import {
  type ControlStore,
  openAdDeliveryStore,
  openControlStore,
  openEventLog,
  openIngestLedger,
} from '@cvq/storage';
import { temporaryFolder } from '../../../../test/builders/temporary-folder.ts';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { createKey } from '../../src/accounts/keys.ts';
import { createDemo } from '../../src/demo/create-demo.ts';

import { openSecret } from '../../src/secrets/open-secret.ts';
import { type Client, createClient } from '../client.ts';

export type DemoCollector = {
  readonly baseUrl: string;
  /** Where people open the dashboard. */
  readonly origin: string;
  readonly control: ControlStore;
  readonly client: Client;
  readonly clock: { now: number };
  readonly project: string;
  /** A key with every scope. */
  readonly token: string;
};

/** A collector over the last days of the demo, whose clock stands still at the end of them. */
export async function startDemoCollector(days: number, now: number): Promise<DemoCollector> {
  const folder = temporaryFolder();
  const location = { folder, migrate: true };
  const settings = { CVQ_BOT_NETWORKS: 'off', CVQ_SPEND_SYNC_HOURS: '0' };
  const config = readConfig({ PORT: '0', CVQ_DATA: folder, ...settings });
  const control = openControlStore(location);
  const ledger = openIngestLedger(location);
  const deliveries = openAdDeliveryStore(location, { synced: false });
  const secret = await openSecret(config.secret, { control, openEventLog: () => openEventLog(location) });
  const { project } = await createDemo({ control, ledger, deliveries }, { days, now, secret });
  await ledger.close();
  await deliveries.close();
  const [{ accountId } = { accountId: '' }] = await control.listProjects();
  const key = { accountId, kind: 'secret', name: 'Agent', scopes: SCOPES, projects: [project] } as const;
  const { token } = await createKey(
    asOperator(control, () => now),
    { ...key, expiry: 'never' },
  );
  const clock = { now };
  const collector = await startCollector({ config, log: createLog('silent'), now: () => clock.now });
  const client = createClient(collector.port);
  untilFileEnds(async () => {
    client.close();
    await collector.close();
    await control.close();
  });
  const { origin } = collector.dashboard;
  return { baseUrl: collector.baseUrl, origin, control, client, clock, project, token };
}
