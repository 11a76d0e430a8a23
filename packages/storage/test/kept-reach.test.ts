import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { NOON } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { ControlChanges } from '../src/sqlite/control/changes.ts';
import { controlReach } from '../src/sqlite/control/reach.ts';
import { openSqliteControlStore } from '../src/sqlite/control-store.ts';
import { type Connection, openForReading } from '../src/sqlite/open-database.ts';
import { addAccount, addKey, addProject } from './contract/control/stores.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A store of one key and some projects, and its reach, which counts how often the file is asked about one project. */
async function openReach(projects: number, hosts: string[] | null) {
  const folder = temporaryFolder();
  const store = openSqliteControlStore({ folder, migrate: true }, () => {});
  const account = await addAccount(store);
  const ids: string[] = [];
  for (let index = 0; index < projects; index += 1) ids.push(await addProject(store, account, { hosts }));
  const keyId = await addKey(store, account);
  const file = join(folder, 'control.db');
  const db = openForReading(file);
  closing.push(
    () => store.close(),
    () => db.close(),
  );
  const counted = { asked: 0 };
  const reach = controlReach(countingConnection(db, counted), new ControlChanges(db, file));
  const askAll = async () => {
    counted.asked = 0;
    for (const id of ids)
      expect((await reach.reach({ kind: 'key', keyId }, id)).map((found) => [found.id, found.hosts])).toEqual(
        [[id, hosts]],
      );
    return counted.asked;
  };
  return { store, ids, askAll };
}

function countingConnection(db: Connection, counted: { asked: number }): Connection {
  return {
    prepare(sql: string) {
      const statement = db.prepare(sql);
      if (!sql.includes('projects.id = :project')) return statement;
      return {
        get(given: object) {
          counted.asked += 1;
          return statement.get(given);
        },
      };
    },
  } as unknown as Connection;
}

describe('what is kept of the reach of keys', () => {
  it('is not asked for again until anything changes', async () => {
    const { store, ids, askAll } = await openReach(200, null);
    expect(await askAll()).toBe(200);
    expect(await askAll()).toBe(0);
    await store.changeProject(ids[0] as string, { name: 'Renamed' });
    expect(await askAll()).toBe(200);
    await store.createUser({
      ...{ id: 'usr_new', email: 'new@example.com', name: 'New', isSuperadmin: false },
      ...{ disabledAt: null, createdAt: NOON, passwordHash: null },
    });
    expect(await askAll()).toBe(200);
  });

  it('is bounded by its size: of large projects few are kept', async () => {
    const hosts = Array.from({ length: 200 }, (_, host) => `${'h'.repeat(200)}${host}.example.com`);
    const { askAll } = await openReach(40, hosts);
    expect(await askAll()).toBe(40);
    expect(await askAll()).toBe(40);
  });
});
