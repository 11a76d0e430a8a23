import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EventRecord, openIngestLedger } from '@cvq/storage';
import { DAY } from '../../../test/builders/event-records.ts';
import { type SeededProjects, visitsOf } from './chunk.ts';
import { chunksOf, eventsOfChunk, type SeedPlan } from './plan.ts';
import { type SeededKeys, seedProjects } from './projects.ts';

/** What stands in the note beside a store: what it holds so far. */
export type Seeded = {
  readonly plan: SeedPlan;
  readonly projects: SeededProjects;
  readonly keys: SeededKeys;
  /** Chunks that are stored. */
  readonly chunks: number;
};
type Wanted = Pick<SeedPlan, 'events' | 'days' | 'tenants'>;

const NOTE = 'seeded.json';
/** Of what a plan makes: a store that another version of the visits filled is not gone on with. */
const VERSION = 1;
const TELL_EVERY_MS = 5_000;

/**
 * A data folder with the wanted events. One that is complete is used again; where an earlier seed was stopped, this one
 * goes on: chunks are stored in their order, and one that was stored and not noted is a repeat, which changes nothing.
 * `tell` hears how far it is.
 * @throws Error when the folder holds the events of another plan
 */
export async function seed(
  folder: string,
  wanted: Wanted,
  tell: (progress: string) => void,
): Promise<Seeded> {
  mkdirSync(folder, { recursive: true });
  let seeded = readNote(folder, wanted) ?? (await begin(folder, wanted));
  const all = chunksOf(seeded.plan);
  if (seeded.chunks === all) return seeded;
  const store = openIngestLedger({ folder, migrate: true });
  const progress = progressOf(seeded.chunks, seeded.plan, tell);
  while (seeded.chunks < all) {
    const events: EventRecord[] = [];
    for (const visit of visitsOf(seeded.plan, seeded.chunks, seeded.projects)) events.push(...visit);
    await store.append(events);
    seeded = { ...seeded, chunks: seeded.chunks + 1 };
    writeNote(folder, seeded);
    progress(seeded.chunks);
  }
  await store.close();
  return seeded;
}

async function begin(folder: string, wanted: Wanted): Promise<Seeded> {
  const plan = { ...wanted, end: Math.floor(Date.now() / DAY) * DAY };
  const seeded = { plan, ...(await seedProjects(folder, plan.tenants)), chunks: 0 };
  writeNote(folder, seeded);
  return seeded;
}

function readNote(folder: string, wanted: Wanted): Seeded | null {
  const file = join(folder, NOTE);
  if (!existsSync(file)) return null;
  const { version, ...seeded } = JSON.parse(readFileSync(file, 'utf8')) as Seeded & { version?: number };
  const { events, days, tenants } = seeded.plan ?? {};
  if (version === VERSION && isSame({ events, days, tenants }, wanted)) return seeded;
  throw new Error(`${folder} holds other events than were asked for. Name another --folder, or remove it.`);
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

function writeNote(folder: string, seeded: Seeded): void {
  const file = join(folder, NOTE);
  writeFileSync(`${file}.new`, JSON.stringify({ version: VERSION, ...seeded }));
  renameSync(`${file}.new`, file);
}

function progressOf(already: number, plan: SeedPlan, tell: (progress: string) => void) {
  const all = chunksOf(plan);
  const began = performance.now();
  let told = began;
  return (chunks: number) => {
    const now = performance.now();
    if (now - told < TELL_EVERY_MS && chunks < all) return;
    told = now;
    const seconds = (now - began) / 1000;
    const perSecond = ((chunks - already) * eventsOfChunk(plan, 0)) / seconds;
    const left = ((all - chunks) * seconds) / (chunks - already);
    tell(
      `${Math.round((100 * chunks) / all)} % seeded, ${Math.round(perSecond)} events a second, ${Math.round(left)} s left`,
    );
  };
}
