import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { anEvent, NOON } from '../../../test/builders/event-records.ts';
import { seededRandom } from '../../../test/builders/seeded-random.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import type { Resealing, SealedKind } from '../src/sealed-values.ts';
import { openSqliteControlStore } from '../src/sqlite/control-store.ts';
import { openSqliteSealedValues, SEALED_COLUMNS } from '../src/sqlite/sealed-values.ts';
import { openSqliteEventStores } from './event-stores.ts';

const EVENTS = 450;
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (sealed: Uint8Array) => new TextDecoder().decode(sealed);

let folder: string;

/** A store whose sealed values are texts that begin with `old`. */
beforeEach(async () => {
  folder = temporaryFolder();
  const control = openSqliteControlStore({ folder, migrate: true }, () => {});
  await control.createAccount({ id: 'acc_1', kind: 'customer', name: 'Ada', plan: 'starter' }, NOON);
  const site = { name: 'Shop', domain: 'shop.example', timezone: 'UTC', currency: 'EUR', hosts: null };
  const project = { ...site, id: 'proj_1', accountId: 'acc_1', redactedNames: [], createdAt: NOON };
  await control.createProject({ ...project, persons: 'on' });
  const secret = (name: string, endsAt: number | null) => ({
    ...{ sealed: bytes(`old ${name}`), createdAt: NOON, leadsFrom: NOON, endsAt },
  });
  const endpoint = { project: 'proj_1', url: 'https://hooks.example/', enabled: true, createdAt: NOON };
  const secrets = [secret('present', null), secret('former', NOON + 1)];
  await control.createWebhook({ ...endpoint, id: 'whe_1', events: ['*'], secrets });
  await control.createIntegration({
    ...{
      id: 'int_1',
      project: 'proj_1',
      platform: 'meta_ads',
      state: 'active',
      account: '1',
      loginAccount: null,
      spendAccount: null,
    },
    ...{ actions: {}, send: 'matchable', credentials: bytes('old token'), credentialsVersion: 4 },
    ...{ sendsFrom: NOON, problem: null, createdAt: NOON },
  });
  const erasure = { id: 'era_1', projectId: 'proj_1', by: 'user_id', requestedAt: NOON } as const;
  await control.addErasure({ ...erasure, sealed: bytes('old user') });
  await control.close();
  const stores = openSqliteEventStores(folder);
  const events = Array.from({ length: EVENTS }, (_, index) =>
    anEvent({ id: { ms: NOON + index, suffix: 'a' }, sealedUserData: bytes(`old ${index}`) }),
  );
  await stores.ledger.append(events);
  await stores.close();
});

/** Every sealed value of the stores, as texts. */
function sealedTexts(): string[] {
  return Object.values(SEALED_COLUMNS).flatMap(({ store, table, column, key }) => {
    const db = new Database(join(folder, `${store}.db`), { readonly: true });
    const found = db.prepare(`SELECT ${column} FROM ${table} ORDER BY ${key.join()}`).pluck().all();
    db.close();
    return (found as Uint8Array[]).map(text);
  });
}

const toNew: Resealing = (_kind, sealed) =>
  text(sealed).startsWith('old') ? bytes(text(sealed).replace('old', 'new')) : 'current';

async function reseal(by: Resealing) {
  const values = openSqliteSealedValues({ folder, migrate: false });
  return values.reseal(by).finally(() => values.close());
}

describe('what is sealed', () => {
  it('is every column of the stores that holds sealed bytes', () => {
    const found = (['control', 'events'] as const).flatMap((store) => {
      const db = new Database(join(folder, `${store}.db`), { readonly: true });
      const columns = db
        .prepare(
          `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
           WHERE m.type = 'table' AND c.type = 'BLOB' AND c.name IN ('sealed', 'credentials')`,
        )
        .all() as { table: string; column: string }[];
      db.close();
      return columns.map((each) => ({ store, ...each }));
    });
    const listed = Object.values(SEALED_COLUMNS).map(({ key: _, ...column }) => column);
    expect(found.toSorted((a, b) => a.table.localeCompare(b.table))).toEqual(
      listed.toSorted((a, b) => a.table.localeCompare(b.table)),
    );
  });

  it('is sealed anew, each value once, with a count of every kind', async () => {
    const before = sealedTexts();
    const none = { resealed: 0, current: 0, unreadable: 0 };
    expect(await reseal(toNew)).toEqual({
      webhookSecrets: { ...none, resealed: 2 },
      credentials: { ...none, resealed: 1 },
      erasures: { ...none, resealed: 1 },
      userData: { ...none, resealed: EVENTS },
    });
    expect(sealedTexts()).toEqual(before.map((each) => each.replace('old', 'new')));
    expect(await reseal(toNew)).toEqual({
      webhookSecrets: { ...none, current: 2 },
      credentials: { ...none, current: 1 },
      erasures: { ...none, current: 1 },
      userData: { ...none, current: EVENTS },
    });
  });

  it('goes on wherever it was interrupted, and leaves what cannot be read', async () => {
    const random = seededRandom(20_261_123);
    const lost = `old ${random.whole(0, EVENTS - 1)}`;
    const touched: string[] = [];
    for (let run = 0, calls = 0, isDone = false; !isDone; run += 1, calls = 0) {
      const until = run < 5 ? random.whole(1, EVENTS) : Number.POSITIVE_INFINITY;
      const by: Resealing = (kind: SealedKind, sealed) => {
        calls += 1;
        if (calls > until) throw new Error('interrupted');
        if (text(sealed) === lost) return 'unreadable';
        if (text(sealed).startsWith('old')) touched.push(`${kind} ${text(sealed)}`);
        return toNew(kind, sealed);
      };
      isDone = await reseal(by).then(
        ({ userData }) => userData.unreadable === 1,
        () => false,
      );
    }
    expect(sealedTexts().filter((each) => each.startsWith('old'))).toEqual([lost]);
    expect(new Set(touched).size).toBe(EVENTS + 3);
  });

  it('that somebody changes meanwhile stays as it was changed, and no version of credentials moves', async () => {
    const control = openSqliteControlStore({ folder, migrate: false }, () => {});
    const { credentials } = await reseal((kind, sealed) => {
      if (kind !== 'credentials') return 'current';
      const db = new Database(join(folder, 'control.db'));
      db.prepare('UPDATE integrations SET credentials = ?').run(bytes('rotated'));
      db.close();
      return toNew(kind, sealed);
    });
    expect(credentials).toEqual({ resealed: 0, current: 0, unreadable: 0 });
    const found = await control.findIntegration('int_1');
    await control.close();
    expect([text(found?.credentials as Uint8Array), found?.credentialsVersion]).toEqual(['rotated', 4]);
  });
});
