import { join } from 'node:path';
import { expect, it } from 'vitest';
import { anEvent, DAY, NOON } from '../../../test/builders/event-records.ts';
import { type Random, seededRandom } from '../../../test/builders/seeded-random.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { KIND } from '../src/sqlite/archive/archived-tables.ts';
import { UnstoredDays } from '../src/sqlite/days/unstored-days.ts';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import { openForCompacting } from '../src/sqlite/open-database.ts';

const project = 1;
const FIRST_DAY = NOON - (NOON % DAY);
const DAYS = 120;

type Block = { readonly firstAt: number; readonly lastAt: number };

/** Some lie within a day, some over midnight, and none is wide. */
function someBlocks(random: Random, count: number): Block[] {
  return Array.from({ length: count }, () => {
    const firstAt = FIRST_DAY + random.below(DAYS * DAY);
    return { firstAt, lastAt: firstAt + random.pick([0, 1000, DAY / 2, 2 * DAY - 1]) };
  });
}

/** A store with events of some days in rows, and of others in blocks, as far as can be seen without looking into them. */
async function openStore(given: { readonly rows: readonly number[]; readonly blocks: readonly Block[] }) {
  const folder = temporaryFolder();
  const ledger = openSqliteIngestLedger({ folder, migrate: true }, 'unsynced');
  await ledger.append(
    given.rows.map((at, index) => anEvent({ project: 'proj_shop', at, id: { ms: at, suffix: `n${index}` } })),
  );
  await ledger.close();
  const db = openForCompacting(join(folder, 'events.db'));
  const insert = db.prepare(`
    INSERT INTO blocks (kind, project, first_key, last_key, first_at, last_at, rows, body)
    VALUES (${KIND.events}, :project, :firstAt, :lastAt, :firstAt, :lastAt, 1, x'')`);
  for (const block of given.blocks) insert.run({ project, ...block });
  return db;
}

/** Between stored days, as `Days` asks: the parts of a period that no stored day covers. */
function partsBetween(stored: readonly number[], { from, to }: { from: number; to: number }) {
  const parts = [];
  let at = from;
  for (const start of stored.filter((own) => own > from - DAY && own < to)) {
    parts.push({ from: at, to: start });
    at = start + DAY;
  }
  return [...parts, { from: at, to }];
}

it.each([0, 1, 9, 63, 64, 65, 300])(
  'finds each day that may have events between stored ones, with %i blocks',
  async (count) => {
    const random = seededRandom(count + 1);
    const blocks = someBlocks(random, count);
    const rows = Array.from({ length: random.below(6) }, () => FIRST_DAY + random.below(DAYS * DAY));
    const db = await openStore({ rows, blocks });
    const unstored = new UnstoredDays(db);
    for (let asked = 0; asked < 40; asked += 1) {
      const from = FIRST_DAY + random.below(DAYS * DAY);
      const period = { from, to: from + random.pick([1, DAY, 10 * DAY, DAYS * DAY]) };
      const share = random.pick([0, 0.1, 0.5, 1]);
      const stored = Array.from({ length: DAYS }, (_, day) => FIRST_DAY + day * DAY).filter(() =>
        random.chance(share),
      );
      const within = unstored.within(project, period);
      const found = partsBetween(stored, period).flatMap((part) => [...within(part)]);

      const happened = [...rows.map((at) => ({ firstAt: at, lastAt: at })), ...blocks];
      const mayHave = (start: number) => {
        const own = { from: Math.max(start, from), to: Math.min(start + DAY, period.to) };
        return (
          own.from < own.to && happened.some(({ firstAt, lastAt }) => firstAt < own.to && lastAt >= own.from)
        );
      };
      const expected = Array.from({ length: DAYS + 200 }, (_, day) => FIRST_DAY + day * DAY).filter(
        (start) => !stored.includes(start) && mayHave(start),
      );
      expect(found).toEqual(expected);
    }
    db.close();
  },
);
