import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SCOPES } from '@cvq/contract';
import { createLink } from '../packages/collector/dist/accounts/access-links.js';
import { createUser } from '../packages/collector/dist/accounts/people.js';
import { createDemo } from '../packages/collector/dist/demo/create-demo.js';
import {
  asOperator,
  type Config,
  createKey,
  createLog,
  createProject,
  readConfig,
  startCollector,
} from '../packages/collector/dist/main.js';
import type { OpenServer } from '../packages/collector/dist/mcp/answer-message.js';
import { openSecret } from '../packages/collector/dist/secrets/open-secret.js';
import {
  type ControlStore,
  openAdDeliveryStore,
  openControlStore,
  openEventLog,
  openIngestLedger,
} from '../packages/storage/dist/index.js';
import { activateIntegrations } from './activate-integrations.ts';

/** A collector over the demo's whole history, for which it is always the same moment, until it is told of another. */
export type PinnedDemo = {
  readonly origin: string;
  readonly clock: { now: number };
  readonly project: string;
  /** With which a program asks the read API about it. */
  readonly readKey: string;
  /** Makes a key for a program that may do all that a key can. */
  keyOfAllScopes(): Promise<string>;
  /** A project of which nothing has come yet. */
  readonly emptyProject: string;
  /** Opens the page on which the first person signs up. */
  setUpLink(): Promise<string>;
  /** Makes the first person, who sees every project. */
  signUp(): Promise<SignIn>;
  end(): Promise<void>;
};

type SignIn = { readonly email: string; readonly password: string };

const PERSON: SignIn = { email: 'owner@shop.example', password: 'six cups of green tea' };

export type PinnedOptions = {
  /** What answers agents instead of the product's own tools. */
  readonly openAgentServer?: OpenServer;
  /** Whether what people try again is sent, to an address where nobody listens. Else integrations stay in their dry run. */
  readonly sends?: boolean;
};

/** Every address of ad platforms is one where nobody listens: what is sent waits. */
const NOWHERE = Object.fromEntries(
  ['GOOGLE', 'GOOGLE_ADS', 'GOOGLE_TOKEN', 'META', 'MICROSOFT', 'MICROSOFT_TOKEN'].map((platform) => [
    `CVQ_${platform}_API`,
    'http://127.0.0.1:9',
  ]),
);

export async function openPinnedDemo(
  now: number,
  days: number,
  { openAgentServer, sends = false }: PinnedOptions = {},
): Promise<PinnedDemo> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cvq-screenshots-'));
  const config = readConfig({
    PORT: '0',
    CVQ_DATA: folder,
    CVQ_BOT_NETWORKS: 'off',
    CVQ_SPEND_SYNC_HOURS: '0',
    CVQ_ALLOW_PRIVATE_WEBHOOKS: '1',
    ...NOWHERE,
  });
  const clock = { now };
  const control = openControlStore({ folder, migrate: true });
  const { project, readKey } = await fillDemo(control, { folder, secret: config.secret, now, days });
  if (sends) await activateIntegrations(folder, project);
  const operator = asOperator(control, () => clock.now);
  const emptyProject = await addAround(control, { project, now });
  const collector = await startCollector({
    config,
    log: createLog('error'),
    now: () => clock.now,
    opensDemo: true,
    ...(openAgentServer !== undefined && { openAgentServer }),
  });
  const { origin } = collector.dashboard;
  return {
    ...{ origin, clock, project, readKey, emptyProject },
    async keyOfAllScopes() {
      const accountId = (await control.findProject(project))?.accountId ?? '';
      const access = { scopes: SCOPES, projects: [project], expiry: 'never' } as const;
      return (await createKey(operator, { accountId, kind: 'secret', name: 'All', ...access })).token;
    },
    async setUpLink() {
      const made = await createLink({ control, now: () => clock.now, origin }, 'set_up');
      if (made === null) throw new Error('Somebody has signed up already.');
      return made.address;
    },
    async signUp() {
      await createUser(operator, { ...PERSON, name: 'Owner', isSuperadmin: true });
      return PERSON;
    },
    async end() {
      await collector.close();
      await control.close();
      await rm(folder, { recursive: true });
    },
  };
}

type Filling = {
  readonly folder: string;
  readonly secret: Config['secret'];
  readonly now: number;
  readonly days: number;
};

/** The demo's history, by stores that nobody needs afterwards. */
async function fillDemo(control: ControlStore, { folder, secret: given, now, days }: Filling) {
  const location = { folder, migrate: true };
  const ledger = openIngestLedger(location);
  const deliveries = openAdDeliveryStore(location, { synced: false });
  const secret = await openSecret(given, { control, openEventLog: () => openEventLog(location) });
  const demo = await createDemo({ control, ledger, deliveries }, { days, now, secret });
  await ledger.close();
  await deliveries.close();
  return demo;
}

/** An endpoint of the demo, and beside it a project of which nothing has come yet: its id. */
async function addAround(
  control: ControlStore,
  { project, now }: { readonly project: string; readonly now: number },
): Promise<string> {
  await control.createWebhook({
    ...{ id: 'whe_pinned', project, url: 'https://shop.example/webhooks/cvq', secrets: [] },
    ...{ events: ['purchase', 'lead', 'conversion.removed'], enabled: true, createdAt: now },
  });
  const fields = { name: 'Bakery', domain: 'bakery.example', timezone: 'UTC', currency: 'EUR', hosts: null };
  const empty = await createProject(
    asOperator(control, () => now),
    fields,
  );
  return empty.project.id;
}
