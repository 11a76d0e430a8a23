import { DAY_MS, type EventId, MINUTE_MS } from '@cvq/contract';
import type { AdDeliveryStore, ControlStore, Forwarding, IngestLedger } from '@cvq/storage';
import { createAccount } from '../accounts/accounts.ts';
import { asOperator } from '../accounts/actor.ts';
import { demoAccountId, storeDemoAccount } from '../accounts/demo-account.ts';
import { createKey } from '../accounts/keys.ts';
import { findProject } from '../accounts/look-up.ts';
import { createProject, deleteProject } from '../accounts/projects.ts';
import { forwardingOf } from '../ad-platforms/forwarding/cache-integrations.ts';
import type { InstallationSecret } from '../secrets/installation-secret.ts';
import { createCredentialSealer } from '../secrets/sealer.ts';
import { ingestGroup } from '../track/ingest-group.ts';
import { openEnrichment } from '../track/open-enrichment.ts';
import { cacheProjects } from '../track/projects.ts';
import { deliverHistory } from './deliver-history.ts';
import { makeDemoIntegrations } from './demo-integrations.ts';
import { demoProjectId, stageOf, storeDemoProject, storeStage } from './demo-project.ts';
import { demoVisits } from './demo-visits.ts';
import { inCommits } from './in-commits.ts';
import { noteDays } from './note-days.ts';
import { storeDemoSpend } from './store-demo-spend.ts';

export type Demo = { readonly project: string; readonly readKey: string; readonly events: number };

type Stores = {
  readonly control: ControlStore;
  readonly ledger: IngestLedger;
  readonly deliveries: AdDeliveryStore;
};
type History = {
  readonly days: number;
  /** When it ends, in epoch milliseconds. */
  readonly now: number;
  readonly secret: InstallationSecret;
};

const KEY_NAME = 'Demo';
const SCOPES = ['projects:read', 'analytics:read', 'conversions:read', 'spend:read', 'bots:read'] as const;

/** The last days of the history, in which the project is connected with ad platforms. */
const CONNECTED_DAYS = 30;
/** As long as a collector holds a delivery unless it is told otherwise. */
const HOLD_MS = 2 * MINUTE_MS;

const NO_FORWARDING: Forwarding = new Map();

/**
 * The demo project: made with its history where there is none, or none that is whole; each run gives it a fresh read key and
 * revokes the last.
 */
export async function createDemo(stores: Stores, history: History): Promise<Demo> {
  const { control } = stores;
  await discardHalfMade(control, history.now);
  const existing = await demoProjectId(control);
  const project = existing ?? (await makeProject(control, history.now));
  const added = existing === null ? await seed(stores, project, history) : 0;
  await storeStage(control, 'whole');
  return { project, readKey: await freshKey(control, project, history.now), events: added };
}

/** Half a history cannot be gone on with: it is made as it is seen from its end. */
async function discardHalfMade(control: ControlStore, now: number): Promise<void> {
  if ((await stageOf(control)) === 'whole') return;
  const project = await demoProjectId(control);
  if (project === null) return;
  await storeStage(control, 'discarded');
  const operator = asOperator(control, () => now);
  await deleteProject(operator, project);
}

async function makeProject(control: ControlStore, now: number): Promise<string> {
  const operator = asOperator(control, () => now);
  const accountId =
    (await demoAccountId(control)) ??
    (await createAccount(operator, { name: 'Demo', kind: 'customer', plan: 'enterprise' })).id;
  await storeDemoAccount(control, accountId);
  const { project } = await createProject(operator, {
    accountId,
    name: 'Demo shop',
    domain: 'localhost',
    timezone: 'UTC',
    currency: 'EUR',
    hosts: null,
  });
  await storeStage(control, 'begun');
  await storeDemoProject(control, project.id);
  return project.id;
}

/** History goes the way of every event, so that it is what a collector of that time would have stored. */
async function seed(stores: Stores, project: string, { days, now, secret }: History): Promise<number> {
  const { control, ledger, deliveries } = stores;
  const since = Math.floor(now / DAY_MS) * DAY_MS - (Math.min(days, CONNECTED_DAYS) - 1) * DAY_MS;
  const sealer = createCredentialSealer(secret);
  const integrations = days === 0 ? [] : await makeDemoIntegrations(control, { project, since, sealer });
  await storeDemoSpend(control, integrations, { days, now });
  if (days > 0) await noteDays(control, { project, days, now });
  const connected = integrations.map((each) => ({ ...each, state: 'active' as const }));
  let forwarding = NO_FORWARDING;
  // History is nobody's news.
  const owed = () => ({ subscriptions: new Map(), forwarding });
  const projects = { ...cacheProjects(control, { holdMs: HOLD_MS }), owed };
  const enrichment = openEnrichment({ control, secret, cityFile: null, now: () => now });
  let count = 0;
  let latest: readonly EventId[] = [];
  const visits = demoVisits({ project, days, now });
  for (const { requests, size, conversions } of inCommits(visits, since)) {
    const isConnected = requests.some(({ receivedAt }) => receivedAt >= since);
    forwarding = isConnected ? forwardingOf(connected, HOLD_MS) : NO_FORWARDING;
    await ingestGroup(requests, { ledger, projects, enrichment });
    count += size;
    latest = conversions;
  }
  const found = await findProject({ control }, project);
  await deliverHistory({ queue: deliveries, project: found, integrations, secret, from: since, now });
  await removeOne(stores, { project, among: latest, now });
  return count;
}

/** An order that somebody takes back while a platform is still to be told of it. */
async function removeOne(
  { ledger, deliveries }: Stores,
  {
    project,
    among,
    now,
  }: { readonly project: string; readonly among: readonly EventId[]; readonly now: number },
): Promise<void> {
  const found = await deliveries.deliveriesOf(project, among);
  const wanted = among.find((id) => found.get(id)?.some(({ state }) => state === 'waiting'));
  if (wanted !== undefined) await ledger.removeConversion(project, wanted, { now, subscriptions: new Map() });
}

async function freshKey(control: ControlStore, project: string, now: number): Promise<string> {
  const owner = (await control.findProject(project))?.accountId as string;
  const keys = await control.listKeys({ accountId: owner });
  for (const key of keys) {
    const isOld = key.name === KEY_NAME && key.kind === 'secret' && key.revokedAt === null;
    if (isOld && key.projects !== 'all' && key.projects.includes(project))
      await control.revokeKey(key.id, now);
  }
  const { token } = await createKey(
    asOperator(control, () => now),
    { accountId: owner, kind: 'secret', name: KEY_NAME, scopes: SCOPES, projects: [project], expiry: '30' },
  );
  return token;
}
