import { mkdirSync } from 'node:fs';
import { type EventRecord, openIngestLedger } from '@cvq/storage';
import { DAY } from '../../../test/builders/event-records.ts';
import { visitsOf } from './chunk.ts';
import { chunksOf, eventsOfChunk, type SeedPlan } from './plan.ts';
import { seedProjects } from './projects.ts';
import { readNote, type Seeded, type Wanted, writeNote } from './seeded-note.ts';

const TELL_EVERY_MS = 5_000;

/**
 * A data folder with the wanted events. One that is complete is used again; where an earlier seed was stopped, this one
 * goes on: chunks are stored in their order, and one that was stored and not noted is a repeat, which changes nothing.
 * `tell` hears how far it is.
 * @throws Error when the folder holds something else
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
