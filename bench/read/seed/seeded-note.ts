import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeededProjects } from './chunk.ts';
import type { SeedPlan } from './plan.ts';
import type { SeededKeys } from './projects.ts';

/** What stands in the note beside a store: what it holds so far. */
export type Seeded = {
  readonly plan: SeedPlan;
  readonly projects: SeededProjects;
  readonly keys: SeededKeys;
  /** Chunks that are stored. */
  readonly chunks: number;
};
export type Wanted = Pick<SeedPlan, 'events' | 'days' | 'tenants'>;

export const NOTE = 'seeded.json';
/** Of what a plan makes: a store that another version of the visits filled is not gone on with. */
const VERSION = 1;

/**
 * What a folder holds so far; null for an empty one.
 * @throws Error when it holds something else than was wanted
 */
export function readNote(folder: string, wanted: Wanted): Seeded | null {
  if (readdirSync(folder).length === 0) return null;
  const file = join(folder, NOTE);
  if (existsSync(file)) {
    const { version, ...seeded } = JSON.parse(readFileSync(file, 'utf8')) as Seeded & { version?: number };
    const { events, days, tenants } = seeded.plan;
    if (version === VERSION && isSame({ events, days, tenants }, wanted)) return seeded;
  }
  throw new Error(`${folder} holds something else than was asked for. Name another --folder, or remove it.`);
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

export function writeNote(folder: string, seeded: Seeded): void {
  const file = join(folder, NOTE);
  writeFileSync(`${file}.new`, JSON.stringify({ version: VERSION, ...seeded }));
  renameSync(`${file}.new`, file);
}
