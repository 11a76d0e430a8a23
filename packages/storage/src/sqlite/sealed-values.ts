import { setTimeout } from 'node:timers/promises';
import type { Resealed, ResealedCount, Resealing, SealedKind, SealedValues } from '../sealed-values.ts';
import type { StoreName } from '../store-errors.ts';
import type { StoreLocation } from '../store-location.ts';
import { type Connection, closeWhole } from './open-database.ts';
import { openStore } from './store-files/open-store.ts';

type SealedColumn = {
  readonly store: StoreName;
  readonly table: string;
  readonly column: string;
  readonly key: readonly string[];
};

/** Every column that holds what was sealed. */
export const SEALED_COLUMNS: Readonly<Record<SealedKind, SealedColumn>> = {
  webhookSecrets: { store: 'control', table: 'webhook_secrets', column: 'sealed', key: ['id'] },
  credentials: { store: 'control', table: 'integrations', column: 'credentials', key: ['id'] },
  erasures: { store: 'control', table: 'unfinished_erasures', column: 'sealed', key: ['id'] },
  userData: { store: 'events', table: 'user_data', column: 'sealed', key: ['project', 'ms', 'suffix'] },
};

/** Values of one transaction: some milliseconds. */
const AT_ONCE = 200;

type Row = { readonly sealed: Uint8Array } & Readonly<Record<string, unknown>>;

/** Walks through sealed values on connections of its own. */
export function openSqliteSealedValues(location: StoreLocation): SealedValues {
  return openStore(location, { store: 'control' }, (control) =>
    openStore(location, { store: 'events' }, (events) => sealedValuesOf({ control, events })),
  );
}

function sealedValuesOf(stores: Readonly<Record<StoreName, Connection>>): SealedValues {
  return {
    async reseal(reseal) {
      const all: [SealedKind, ResealedCount][] = [];
      for (const [kind, column] of Object.entries(SEALED_COLUMNS) as [SealedKind, SealedColumn][])
        all.push([kind, await walk(stores[column.store], column, (sealed) => reseal(kind, sealed))]);
      return Object.fromEntries(all) as Resealed;
    },
    async close() {
      closeWhole(stores.events);
      closeWhole(stores.control);
    },
  };
}

/** By the key, from the lowest: what is added behind the place that was reached is sealed as it should be. */
async function walk(
  db: Connection,
  { table, column, key }: SealedColumn,
  reseal: (sealed: Uint8Array) => ReturnType<Resealing>,
): Promise<ResealedCount> {
  const places = key.map(() => '?').join();
  const pageFrom = (where: string) =>
    db.prepare(
      `SELECT ${column} AS sealed, ${key.join()} FROM ${table} ${where} ORDER BY ${key.join()} LIMIT ${AT_ONCE}`,
    );
  const [first, next] = [pageFrom(''), pageFrom(`WHERE (${key.join()}) > (${places})`)];
  const update = db.prepare(
    `UPDATE ${table} SET ${column} = ? WHERE (${key.join()}) = (${places}) AND ${column} = ?`,
  );
  const keyOf = (row: Row) => key.map((name) => row[name]);
  const write = db.transaction((changes: readonly (readonly [Row, Uint8Array])[]) =>
    changes.reduce((count, [row, bytes]) => count + update.run(bytes, ...keyOf(row), row.sealed).changes, 0),
  );
  const count = { resealed: 0, current: 0, unreadable: 0 };
  for (let rows = first.all() as Row[]; rows.length > 0; ) {
    const startedAt = performance.now();
    const changes = rows.flatMap((row) => {
      const outcome = reseal(row.sealed);
      if (typeof outcome !== 'string') return [[row, outcome] as const];
      count[outcome] += 1;
      return [];
    });
    if (changes.length > 0) count.resealed += write.immediate(changes);
    await setTimeout(performance.now() - startedAt);
    rows = next.all(...keyOf(rows.at(-1) as Row)) as Row[];
  }
  return count;
}
