import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asOperator, createKey, createProject } from '@cvq/collector';
import { type EventRecord, openControlStore, openIngestLedger } from '@cvq/storage';
import { seededRandom } from '../../test/builders/seeded-random.ts';
import { botRequest, visit } from './visits.ts';

const DAY = 86_400_000;
export const DAYS = 90;
const PER_APPEND = 1_000;
/** Shares of the events: one large project is asked, the others lie between its rows. */
const SHARES = [0.8, 0.15, 0.05];

/** What was seeded: the large project, a key that reads it, and the last day with events. */
export type Seeded = { readonly project: string; readonly token: string; readonly lastDay: string };

/** A data folder with so many events over ninety days; one that is there already is used again. */
export async function seed(folder: string, count: number): Promise<Seeded> {
  const note = join(folder, 'seeded.json');
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as Seeded;
  mkdirSync(folder, { recursive: true });
  const { projects, token } = await seedProjects(folder);
  const end = Math.floor(Date.now() / DAY) * DAY;
  await seedEvents(folder, projects, { count, end });
  const seeded = { project: projects[0] as string, token, lastDay: dayOf(end - 1) };
  writeFileSync(note, JSON.stringify(seeded));
  return seeded;
}

export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

async function seedProjects(folder: string) {
  const control = openControlStore({ folder, migrate: true });
  const projects: string[] = [];
  let accountId: string | undefined;
  for (const share of SHARES) {
    const fields = { name: `${share}`, domain: 'shop.example', timezone: 'Europe/Berlin', currency: 'EUR' };
    const { project } = await createProject(asOperator(control, Date.now), {
      ...fields,
      hosts: null,
      accountId,
    });
    accountId = project.accountId;
    // The plan with room for as many questions in a minute as a bench asks.
    await control.changeAccount(accountId, { plan: 'enterprise' });
    projects.push(project.id);
  }
  const { token } = await createKey(asOperator(control, Date.now), {
    accountId: accountId as string,
    kind: 'secret',
    name: 'Bench',
    scopes: ['projects:read', 'analytics:read', 'conversions:read', 'bots:read', 'spend:read'],
    projects: 'all',
    expiry: 'never',
  });
  await control.close();
  return { projects, token };
}

type Plan = { readonly count: number; readonly end: number };

async function seedEvents(folder: string, projects: readonly string[], { count, end }: Plan): Promise<void> {
  const store = openIngestLedger({ folder, migrate: true });
  const random = seededRandom(20_261_121);
  const start = end - DAYS * DAY;
  let waiting: EventRecord[] = [];
  let sent = 0;
  for (let number = 0; sent < count; number += 1) {
    const at = start + (sent / count) * (DAYS * DAY - DAY / 24);
    const which = random.next();
    const index = which < 0.8 ? 0 : which < 0.95 ? 1 : 2;
    const project = projects[index] as string;
    const visitors = Math.max(10, Math.round(count * (SHARES[index] as number) * 0.2));
    const events = visit(random, { project, visitors, at, number });
    if (random.chance(0.07)) events.push(botRequest(random, project, at));
    waiting.push(...events);
    sent += events.length;
    if (waiting.length >= PER_APPEND || sent >= count) {
      await store.append(waiting);
      waiting = [];
    }
  }
  await store.close();
}
