import { createLog, readConfig, startCollector } from '@cvq/collector';
import { type ControlStore, openControlStore, openEventLog, type ProjectRecord } from '@cvq/storage';
import { folderWithStores } from '../../../test/builders/folder-with-stores.ts';
import { untilFileEnds } from '../../../test/builders/until-file-ends.ts';
import { asOperator } from '../src/accounts/actor.ts';
import { createKey } from '../src/accounts/keys.ts';
import { createProject } from '../src/accounts/projects.ts';
import { toEventLine } from '../src/event-lines/to-event-line.ts';
import { type Client, createClient } from './client.ts';

export { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
export { USER_AGENT } from './client.ts';

/** The moment at which every test begins: a Saturday. */
export const START = Date.parse('2026-11-21T10:00:00.000Z');

export const REQUEST_ID = /^req_[0-9a-f]{32}$/;
export const EVENT_ID = /^evt_\d{13}_[A-Za-z0-9]+$/;

type ProjectOptions = Partial<Pick<ProjectRecord, 'domain' | 'timezone' | 'currency' | 'hosts'>> & {
  readonly accountId?: string;
};
type CollectorOptions = ProjectOptions & {
  readonly settings?: Readonly<Record<string, string>>;
  readonly opensDemo?: boolean;
  readonly log?: ReturnType<typeof createLog>;
};
type KeyOptions = Partial<Omit<Parameters<typeof createKey>[1], 'projects'>> & {
  readonly projects?: readonly string[] | 'all';
  readonly createdAt?: number;
};

/** A stored event, as `cvq events export` writes it. */
type StoredEvent = Record<string, unknown> & { readonly event_id: string };

export type TestCollector = {
  readonly port: number;
  readonly baseUrl: string;
  /** Where people open the dashboard, such as `http://localhost:8787`. */
  readonly origin: string;
  readonly folder: string;
  /** What the collector takes for the time. */
  readonly clock: { now: number };
  /** Another connection to the control store than the collector's own: what it does is another process's doing. */
  readonly control: ControlStore;
  readonly client: Client;
  /** A first project, and its server key. */
  readonly project: string;
  readonly serverKey: string;
  addProject(options?: ProjectOptions): Promise<{ project: string; serverKey: string }>;
  /** A secret key of the first account that reads everything but spend, unless told otherwise. */
  addKey(options?: KeyOptions): Promise<{ id: string; token: string }>;
  /** Everything stored for a project, oldest first. */
  stored(project?: string): Promise<StoredEvent[]>;
  /** Finish what was accepted; the stores of the test stay open. */
  stop(): Promise<void>;
};

/** A collector that listens on a free port, in a folder and with a clock of its own, until the file is done. */
export async function startTestCollector({
  settings,
  opensDemo = false,
  log = createLog('silent'),
  ...options
}: CollectorOptions = {}): Promise<TestCollector> {
  const folder = folderWithStores();
  const clock = { now: START };
  const config = readConfig({ PORT: '0', CVQ_DATA: folder, CVQ_BOT_NETWORKS: 'off', ...settings });
  const collector = await startCollector({ config, log, now: () => clock.now, opensDemo });
  const location = { folder, migrate: false };
  const control = openControlStore(location);
  const eventLog = openEventLog(location);
  const client = createClient(collector.port);

  let projects = 0;
  let accountId: string | undefined;
  async function addProject({ domain = 'shop.example', ...more }: ProjectOptions = {}) {
    const fields = { domain, name: domain, timezone: 'UTC', currency: 'EUR', hosts: null, ...more };
    projects += 1;
    const { project, serverKey } = await createProject(
      asOperator(control, () => clock.now + projects),
      { accountId, ...fields },
    );
    accountId ??= project.accountId;
    return { project: project.id, serverKey };
  }

  async function addKey({ createdAt = clock.now, ...more }: KeyOptions = {}) {
    const request = {
      accountId: accountId ?? '',
      kind: 'secret' as const,
      name: 'Reports',
      scopes: ['projects:read', 'analytics:read'] as const,
      projects: 'all' as const,
      expiry: 'never' as const,
    };
    const { key, token } = await createKey(
      asOperator(control, () => createdAt),
      { ...request, ...more },
    );
    return { id: key.id, token };
  }

  async function stored(of = first.project): Promise<StoredEvent[]> {
    const found: StoredEvent[] = [];
    let page = await eventLog.events(of, null, 10_000);
    for (;;) {
      found.push(...page.events.map((event) => toEventLine(event) as StoredEvent));
      if (page.next === null) return found;
      page = await eventLog.events(of, page.next, 10_000);
    }
  }

  let stopped: Promise<void> | null = null;
  function stop(): Promise<void> {
    stopped ??= collector.close();
    return stopped;
  }

  const first = await addProject(options);
  untilFileEnds(async () => {
    client.close();
    await stop();
    await eventLog.close();
    await control.close();
  });
  const { port, baseUrl } = collector;
  const { origin } = collector.dashboard;
  return {
    port,
    baseUrl,
    origin,
    folder,
    clock,
    control,
    client,
    ...first,
    addProject,
    addKey,
    stored,
    stop,
  };
}

/** One more collector on the stores and the clock of another, as a second process behind a balancer. */
export async function startBeside(
  { folder, clock }: TestCollector,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ client: Client; origin: string; stop: () => Promise<void> }> {
  const config = readConfig({ PORT: '0', CVQ_DATA: folder, ...settings });
  const collector = await startCollector({ config, log: createLog('silent'), now: () => clock.now });
  const client = createClient(collector.port);
  return {
    client,
    origin: collector.dashboard.origin,
    async stop() {
      client.close();
      await collector.close();
    },
  };
}
