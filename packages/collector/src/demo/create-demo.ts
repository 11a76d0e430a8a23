import type { ControlStore, IngestLedger } from '@cvq/storage';
import { asOperator } from '../accounts/actor.ts';
import { createKey } from '../accounts/keys.ts';
import { createProject } from '../accounts/projects.ts';
import type { InstallationSecret } from '../secrets/installation-secret.ts';
import { ingestGroup } from '../track/ingest-group.ts';
import { openEnrichment } from '../track/open-enrichment.ts';
import { cacheProjects } from '../track/projects.ts';
import { demoProjectId, storeDemoProject } from './demo-project.ts';
import { demoVisits } from './demo-visits.ts';

export type Demo = { readonly project: string; readonly readKey: string; readonly events: number };

const KEY_NAME = 'Demo';
const SCOPES = ['projects:read', 'analytics:read', 'conversions:read', 'spend:read', 'bots:read'] as const;

/** The demo project: made once, with its history; each run gives it a fresh read key and revokes the last. */
export async function createDemo(
  { control, ledger }: { control: ControlStore; ledger: IngestLedger },
  { days, now, secret }: { days: number; now: number; secret: InstallationSecret },
): Promise<Demo> {
  const existing = await demoProjectId(control);
  const project = existing ?? (await makeProject(control, now));
  const added = existing === null ? await seed({ control, ledger }, { project, days, now, secret }) : 0;
  return { project, readKey: await freshKey(control, project, now), events: added };
}

async function makeProject(control: ControlStore, now: number): Promise<string> {
  const { project } = await createProject(
    asOperator(control, () => now),
    { name: 'Demo shop', domain: 'localhost', timezone: 'UTC', currency: 'EUR', hosts: null },
  );
  await storeDemoProject(control, project.id);
  return project.id;
}

/** History goes the way of every event, so that it is what a collector of that time would have stored. */
async function seed(
  { control, ledger }: { control: ControlStore; ledger: IngestLedger },
  { project, days, now, secret }: { project: string; days: number; now: number; secret: InstallationSecret },
): Promise<number> {
  // History is nobody's news.
  const projects = {
    ...cacheProjects(control, { holdMs: 0 }),
    owed: () => ({ subscriptions: new Map(), forwarding: new Map() }),
  };
  const enrichment = openEnrichment({ control, secret, cityFile: null, now: () => now });
  let count = 0;
  for (const { requests, size } of demoVisits({ project, days, now })) {
    await ingestGroup(requests, { ledger, projects, enrichment });
    count += size;
  }
  return count;
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
