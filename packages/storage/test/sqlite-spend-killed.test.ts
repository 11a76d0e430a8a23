import { join } from 'node:path';
import { type ControlStore, openControlStore, type SpendLine } from '@cvq/storage';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { NOON } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { addAccount, addProject } from './contract/control/stores.ts';
import { runAndDie } from './run-and-die.ts';

const CAMPAIGNS = 300;
const DAYS = { first: '2026-11-11', last: '2026-11-20' };
const ROWS = CAMPAIGNS * 10;

/** The lines of a file for ten days. Every other edition has other campaigns. */
function linesOf(edition: number): SpendLine[] {
  return Array.from({ length: ROWS }, (_, index) => ({
    ...{ date: `2026-11-${11 + (index % 10)}`, platform: 'tiktok_ads' },
    ...{ campaignId: `${edition % 2}-${Math.floor(index / 10)}`, campaign: 'Autumn' },
    ...{ micros: BigInt(edition), currency: 'EUR', impressions: 1, clicks: 1, line: index + 2 },
  }));
}

/** Imports an edition. */
const PROGRAM = `
  const { openControlStore } = await import('@cvq/storage');
  const [folder, project, edition] = given;
  const linesOf = ${linesOf.toString().replace('ROWS', String(ROWS))};
  const store = openControlStore({ folder, migrate: true });
  countCommits();
  await store.importSpend(project, { now: ${NOON}, repeated: () => {} }, linesOf(Number(edition)));
  await store.close();`;

/** The edition that counts, which must be all that counts. */
async function editionIn(store: ControlStore, project: string): Promise<number> {
  const { rows, read } = await store.readSpend(project, DAYS);
  const editions = new Set(rows.map(({ micros, campaignId }) => `${micros} ${campaignId.split('-')[0]}`));
  expect([rows.length, editions.size, read.length]).toEqual([ROWS, 1, 10]);
  return Number(rows[0]?.micros);
}

function storedRows(folder: string): number {
  const db = new Database(join(folder, 'control.db'), { readonly: true });
  try {
    return db.prepare('SELECT count(*) FROM spend_rows').pluck().get() as number;
  } finally {
    db.close();
  }
}

it('an import of spend that is killed anywhere is seen whole or not at all, and the next leaves nothing of it', async () => {
  const folder = temporaryFolder();
  const store = openControlStore({ folder, migrate: true });
  const project = await addProject(store, await addAccount(store));
  await store.importSpend(project, { now: NOON, repeated: () => {} }, linesOf(1));
  let [edition, kills, counted] = [1, 0, 1];
  const died = new Set<string>();
  for (let commits = 0; ; commits += 1 + (commits >> 1)) {
    edition += 1;
    const death = { commits, isWithin: kills % 2 === 0 };
    const isKilled = await runAndDie(PROGRAM, [folder, project, edition], death);
    const found = await editionIn(store, project);
    if (!isKilled) {
      expect(found).toBe(edition);
      break;
    }
    expect(found).toBeOneOf([counted, edition]);
    died.add(found === edition ? 'after it counted' : 'before it counted');
    counted = found;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(3);
  expect(died).toContain('before it counted');
  expect(storedRows(folder)).toBe(ROWS);
  await store.close();
}, 120_000);
