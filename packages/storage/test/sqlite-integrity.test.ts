import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openControlStore, openEventLog, StoreBroken } from '@cvq/storage';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { anEvent, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { openForReading, openForWriting } from '../src/sqlite/open-database.ts';
import { integrityProblems } from '../src/sqlite/store-files/integrity.ts';
import { openSqliteEventStores } from './event-stores.ts';

const folder = temporaryFolder();
const sound = join(folder, 'sound');
const PAGE_BYTES = 4096;

beforeAll(async () => {
  // The control store first, as everywhere: without it, events would show that it is lost.
  const control = openControlStore({ folder: sound, migrate: true });
  const events = openSqliteEventStores(sound);
  await events.ledger.append(
    Array.from({ length: 300 }, (_, index) =>
      anEvent({
        sessionId: `session ${index % 40}`,
        visitor: visitor(`visitor ${index % 30}`),
        title: `Title ${index}`,
        properties: { text: 'x'.repeat(40) },
      }),
    ),
  );
  await events.close();
  for (let index = 0; index < 100; index += 1) {
    await control.putSetting(`setting ${index}`, 'x'.repeat(200));
  }
  await control.close();
});

describe.each([
  { store: 'events', open: openEventLog, text: 'Title 150' },
  { store: 'control', open: openControlStore, text: 'setting 50' },
])('the check of the $store store', ({ store, open, text }) => {
  function spoiled(damage: string, spoil: (file: Buffer) => void): string {
    const damaged = join(folder, `${store} ${damage}`);
    cpSync(sound, damaged, { recursive: true });
    const file = join(damaged, `${store}.db`);
    const bytes = readFileSync(file);
    spoil(bytes);
    writeFileSync(file, bytes);
    return damaged;
  }

  async function problemsAfter(damage: string, spoil: (file: Buffer) => void): Promise<readonly string[]> {
    const opened = open({ folder: spoiled(damage, spoil), migrate: false });
    const report = await opened.check();
    await opened.close();
    expect(report.store).toBe(store);
    return report.problems;
  }

  /** As the command does it: what cannot be opened is a finding too. */
  async function checked(damaged: string): Promise<readonly string[]> {
    try {
      const opened = open({ folder: damaged, migrate: false });
      const { problems } = await opened.check();
      await opened.close();
      return problems;
    } catch (error) {
      if (error instanceof StoreBroken) return [error.message];
      throw error;
    }
  }

  function problemsIn(damaged: string): string[] {
    const db = openForWriting(join(damaged, `${store}.db`));
    const problems = integrityProblems(db);
    db.close();
    return problems;
  }

  it('finds nothing wrong in a sound store', async () => {
    expect(await problemsAfter('untouched', () => {})).toEqual([]);
  });

  it('finds a page of texts that was overwritten', async () => {
    const problems = await problemsAfter('overwritten', (file) => {
      overwritePage(file, Math.floor(file.indexOf(text) / PAGE_BYTES));
    });
    expect(problems.join('\n')).toMatch(/page|malformed/);
  });

  it('finds one flipped bit in a text that an index holds too', () => {
    const found = placesOf(text, readFileSync(join(sound, `${store}.db`))).filter((place) => {
      const flip = (file: Buffer) => file.writeUInt8(file.readUInt8(place) ^ 1, place);
      return problemsIn(spoiled('bit by bit', flip)).some((problem) =>
        problem.includes('missing from index'),
      );
    });
    // Once in its row and once in the index. Pages also hold remains of texts that have moved; those harm nobody.
    expect(found).toHaveLength(2);
  });

  it('answers in words wherever a page is broken, and never fails itself', async () => {
    const pages = pagesWithContent(store);
    expect(pages.length).toBeGreaterThan(8);
    for (const page of pages) {
      const damaged = spoiled('page by page', (file) => overwritePage(file, page));
      expect(problemsIn(damaged), `page ${page}`).not.toEqual([]);
      expect(await checked(damaged), `page ${page}`).not.toEqual([]);
    }
  });
});

it('the check of the events store finds a page that refers to a missing text', async () => {
  const damaged = join(folder, 'orphans');
  cpSync(sound, damaged, { recursive: true });
  const db = new Database(join(damaged, 'events.db'));
  db.pragma('foreign_keys = OFF');
  db.exec("INSERT INTO pages (url, hostname, path) VALUES ('https://shop.example/', 9999, NULL)");
  db.close();
  const store = openEventLog({ folder: damaged, migrate: false });
  expect((await store.check()).problems).toEqual(['pages refers to a missing row of strings']);
  await store.close();
});

/** The pages of a sound store except for those of its schema: without a schema no store can be opened at all. */
function pagesWithContent(store: string): number[] {
  const db = openForReading(join(sound, `${store}.db`));
  const pages = db
    .prepare("SELECT pageno - 1 FROM dbstat WHERE name <> 'sqlite_schema' ORDER BY pageno")
    .pluck()
    .all() as number[];
  db.close();
  return pages;
}

function overwritePage(file: Buffer, page: number): void {
  file.fill(0xff, page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
}

function placesOf(text: string, file: Buffer): number[] {
  const places: number[] = [];
  for (let at = file.indexOf(text); at !== -1; at = file.indexOf(text, at + 1)) places.push(at);
  return places;
}
