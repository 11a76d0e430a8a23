import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIMENSIONS } from '@cvq/contract/constants';
import { visitsOf } from '../seed/chunk.ts';
import { chunksOf, type SeedPlan } from '../seed/plan.ts';
import type { Seeded } from '../seed/seeded-note.ts';
import { EVENT_COLUMNS, IDENTITY_COLUMNS, SESSION_COLUMNS } from './columns.ts';
import { Dictionaries } from './dictionaries.ts';
import { Identities } from './identities.ts';
import { localDays } from './local-days.ts';
import { RowFile } from './row-file.ts';
import { rowsOfVisit } from './rows-of-visit.ts';

/** What the engines load, and what the numbers in their answers mean. */
export type Exported = {
  readonly plan: SeedPlan;
  readonly project: string;
  readonly words: Readonly<Record<string, readonly string[]>>;
};

/** Columns whose numbers are looked up by their words, or the other way round. */
const NAMED = [...DIMENSIONS, 'currency', 'plan'];

/**
 * Writes the events of the asked project to flat files: those that were sent to the store, not those that it gives back,
 * so that the engines check its answers too. Done once for a store.
 */
export function exportVisits(folder: string, { plan, projects }: Seeded): Exported {
  const note = join(folder, 'exported.json');
  const project = projects.large[0] as string;
  if (existsSync(note)) {
    const exported = JSON.parse(readFileSync(note, 'utf8')) as Exported;
    if (exported.project === project) return exported;
    throw new Error(`${folder} holds the events of another store: remove it.`);
  }
  mkdirSync(folder, { recursive: true });
  const words = writeFiles(folder, { plan, projects, project });
  const exported = { plan, project, words };
  writeFileSync(`${note}.new`, JSON.stringify(exported));
  renameSync(`${note}.new`, note);
  return exported;
}

type Source = Pick<Seeded, 'plan' | 'projects'> & { readonly project: string };

function writeFiles(folder: string, source: Source): Record<string, string[]> {
  const events = new RowFile(join(folder, 'events.rows'), EVENT_COLUMNS);
  const sessions = new RowFile(join(folder, 'sessions.rows'), SESSION_COLUMNS);
  const identified = new RowFile(join(folder, 'identities.rows'), IDENTITY_COLUMNS);
  const dictionaries = new Dictionaries();
  const numbering = { dictionaries, dayOf: localDays(source.plan), session: 0 };
  const identities = new Identities();
  for (const visit of visitsToProject(source)) {
    numbering.session += 1;
    const rows = rowsOfVisit(visit, numbering);
    for (const row of rows.events) events.write(row);
    if (rows.session !== null) sessions.write(rows.session);
    for (const { visitor, user } of rows.identifies) identities.add(visitor, user);
  }
  for (const identity of identities.ofOneUser()) identified.write(identity);
  for (const file of [events, sessions, identified]) file.close();
  return dictionaries.words(NAMED);
}

function* visitsToProject({ plan, projects, project }: Source) {
  for (let chunk = 0; chunk < chunksOf(plan); chunk += 1) {
    for (const visit of visitsOf(plan, chunk, projects)) if (visit[0]?.project === project) yield visit;
  }
}
