import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Account,
  type ControlStore,
  type NewKey,
  openControlStore,
  type ProjectRecord,
} from '@cvq/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOON } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { aKey as anyKey, hashOf } from './contract/control/stores.ts';

const root = temporaryFolder();
let places = 0;
let folder: string;
let store: ControlStore;

beforeEach(() => {
  places += 1;
  folder = join(root, `${places}`);
  store = openControlStore({ folder, migrate: true });
});
afterEach(() => store.close());

const reopen = () => openControlStore({ folder, migrate: false });
const reached = (keyId: string) => store.reach({ kind: 'key', keyId });

const shop: Account = { id: 'acc_shop', kind: 'customer', name: 'Shop', plan: 'starter', suspendedAt: null };
const agency: Account = {
  id: 'acc_agency',
  kind: 'agency',
  name: 'Agency',
  plan: 'agency',
  suspendedAt: null,
};

function aProject(id: string, given: Partial<ProjectRecord> = {}): ProjectRecord {
  return {
    id,
    accountId: shop.id,
    name: `Name of ${id}`,
    domain: `${id}.example`,
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    hosts: null,
    redactedNames: [],
    persons: 'on',
    retentionDays: null,
    adConsent: 'by_country',
    createdAt: NOON,
    ...given,
  };
}

const aKey = (id: string, given: Partial<NewKey> = {}) =>
  anyKey(shop.id, { id, name: `Name of ${id}`, ...given });

describe('accounts and projects', () => {
  it('are listed as they were made, the oldest first', async () => {
    await store.createAccount(agency, NOON + 1);
    await store.createAccount(shop, NOON);
    expect(await store.listAccounts()).toEqual([shop, agency]);
    const [older, newer] = [aProject('proj_b'), aProject('proj_a', { createdAt: NOON + 1, currency: 'JPY' })];
    await store.createProject(newer);
    await store.createProject(older);
    expect(await store.listProjects()).toEqual([older, newer]);
  });

  it('are found by id, or are null', async () => {
    await store.createAccount(shop, NOON);
    await store.createProject(aProject('proj_a'));
    expect(await store.findProject('proj_a')).toEqual(aProject('proj_a'));
    expect(await store.findProject('proj_b')).toBeNull();
    expect(await store.findProject('PROJ_A')).toBeNull();
  });

  it('are refused with an id that is taken, and what was there stays', async () => {
    await store.createAccount(shop, NOON);
    await store.createProject(aProject('proj_a'));
    await expect(store.createAccount({ ...agency, id: shop.id }, NOON)).rejects.toThrow('UNIQUE');
    await expect(store.createProject(aProject('proj_a', { name: 'Other' }))).rejects.toThrow('UNIQUE');
    expect(await store.listAccounts()).toEqual([shop]);
    expect(await store.listProjects()).toEqual([aProject('proj_a')]);
  });

  it('need each other: no project without its account', async () => {
    await expect(store.createProject(aProject('proj_a'))).rejects.toThrow('FOREIGN KEY');
    expect(await store.listProjects()).toEqual([]);
  });

  it('are there when the store is opened again', async () => {
    await store.createAccount(shop, NOON);
    await store.createProject(aProject('proj_a'));
    const again = reopen();
    expect(await again.listAccounts()).toEqual([shop]);
    expect(await again.listProjects()).toEqual([aProject('proj_a')]);
    await again.close();
  });
});

describe('a change of a project', () => {
  beforeEach(async () => {
    await store.createAccount(shop, NOON);
    await store.createProject(aProject('proj_a'));
    await store.createProject(aProject('proj_b'));
  });

  it('changes what it names and nothing else', async () => {
    expect(await store.changeProject('proj_a', { name: 'Renamed' })).toBe(true);
    expect(await store.findProject('proj_a')).toEqual(aProject('proj_a', { name: 'Renamed' }));
    expect(await store.changeProject('proj_a', { hosts: ['shop.example'] })).toBe(true);
    const added = (hosts: readonly string[] | null) => ({ hosts: [...(hosts ?? []), 'www.shop.example'] });
    expect(await store.changeProject('proj_a', ({ hosts }) => added(hosts))).toBe(true);
    const changed = { name: 'Renamed', hosts: ['shop.example', 'www.shop.example'] };
    expect(await store.findProject('proj_a')).toEqual(aProject('proj_a', changed));
    expect(await store.findProject('proj_b')).toEqual(aProject('proj_b'));
  });

  it('tells an empty list of hosts from no list', async () => {
    await store.changeProject('proj_a', { hosts: [] });
    expect(await store.findProject('proj_a')).toEqual(aProject('proj_a', { hosts: [] }));
    await store.changeProject('proj_a', { hosts: null });
    expect(await store.findProject('proj_a')).toEqual(aProject('proj_a'));
  });

  it('of a project that is not there changes nothing and says so', async () => {
    expect(await store.changeProject('proj_c', { name: 'Renamed' })).toBe(false);
    expect(await store.listProjects()).toEqual([aProject('proj_a'), aProject('proj_b')]);
  });
});

describe('the salt of a day', () => {
  const [one, other] = [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5, 6])];

  it('is null before it was made', async () => {
    expect(await store.readSalt('2026-11-21')).toBeNull();
  });

  it('stays as it was made first, whoever makes another', async () => {
    await store.writeSalt('2026-11-21', one);
    const beside = reopen();
    await beside.writeSalt('2026-11-21', other);
    await beside.close();
    expect(Uint8Array.from((await store.readSalt('2026-11-21')) ?? [])).toEqual(one);
    expect(await store.readSalt('2026-11-22')).toBeNull();
  });

  it('is destroyed with those of the days before, and that day stays', async () => {
    for (const day of ['2025-12-31', '2026-11-19', '2026-11-20', '2026-11-21'])
      await store.writeSalt(day, one);
    await store.forgetSaltsBefore('2026-11-20');
    const found = ['2025-12-31', '2026-11-19', '2026-11-20', '2026-11-21'].map((day) => store.readSalt(day));
    expect((await Promise.all(found)).map((salt) => salt !== null)).toEqual([false, false, true, true]);
  });

  it('is in no byte of the files after it was destroyed', async () => {
    const salt = new TextEncoder().encode('a salt that nobody must ever find again');
    await store.writeSalt('2026-11-19', salt);
    await store.forgetSaltsBefore('2026-11-20');
    await store.close();
    const bytes = readFileSync(join(folder, 'control.db'));
    expect(bytes.includes(Buffer.from(salt))).toBe(false);
    store = reopen();
  });
});

describe('a key', () => {
  beforeEach(async () => {
    await store.createAccount(shop, NOON);
    await store.createAccount(agency, NOON);
    await store.createProject(aProject('proj_a'));
    await store.createProject(aProject('proj_b', { createdAt: NOON + 1 }));
    await store.createProject(aProject('proj_theirs', { accountId: agency.id }));
  });

  it('is found by the hash of its token and by nothing else', async () => {
    const { tokenHash, ...record } = aKey('key_1', { expiry: '30', expiresAt: NOON + 30 * 86_400_000 });
    await store.createKey({ ...record, tokenHash });
    expect(await store.findKey(tokenHash)).toEqual({ ...record, revokedAt: null, plan: 'starter' });
    for (const other of ['key_1', 'x9Yz', '', tokenHash.toUpperCase(), hashOf('key_2')]) {
      expect(await store.findKey(other)).toBeNull();
    }
  });

  it('keeps its scopes and the projects that it names', async () => {
    const scopes = ['analytics:read', 'projects:read', 'spend:read'] as const;
    await store.createKey(aKey('key_1', { scopes, projects: ['proj_a', 'proj_b'] }));
    const key = await store.findKey(hashOf('key_1'));
    expect(key?.scopes.toSorted()).toEqual(scopes);
    expect(key?.projects).toEqual(['proj_a', 'proj_b']);
  });

  it('may have no scope and no project', async () => {
    await store.createKey(aKey('key_1', { scopes: [], projects: [] }));
    expect(await store.findKey(hashOf('key_1'))).toMatchObject({ scopes: [], projects: [] });
  });

  it('is kept whole or not at all', async () => {
    await expect(store.createKey(aKey('key_1', { projects: ['proj_a', 'proj_none'] }))).rejects.toThrow();
    expect(await store.findKey(hashOf('key_1'))).toBeNull();
    expect(await store.listKeys()).toEqual([]);
    await store.createKey(aKey('key_1', { projects: ['proj_a'] }));
    expect(await store.listKeys()).toHaveLength(1);
  });

  it('is refused when another has its token', async () => {
    await store.createKey(aKey('key_1'));
    await expect(store.createKey(aKey('key_2', { tokenHash: hashOf('key_1') }))).rejects.toThrow('UNIQUE');
    expect(await store.findKey(hashOf('key_1'))).toMatchObject({ id: 'key_1' });
  });

  it('is listed with its state, the oldest first', async () => {
    await store.createKey(aKey('key_2', { createdAt: NOON + 1 }));
    await store.createKey(aKey('key_1', { kind: 'server', projects: ['proj_a'] }));
    await store.revokeKey('key_2', NOON + 2);
    const keys = await store.listKeys();
    expect(keys.map(({ id, kind, projects, revokedAt }) => ({ id, kind, projects, revokedAt }))).toEqual([
      { id: 'key_1', kind: 'server', projects: ['proj_a'], revokedAt: null },
      { id: 'key_2', kind: 'secret', projects: 'all', revokedAt: NOON + 2 },
    ]);
  });

  it('is revoked once, by its id, and keeps the time', async () => {
    await store.createKey(aKey('key_1'));
    await store.createKey(aKey('key_2'));
    expect(await store.revokeKey('key_none', NOON)).toBe(false);
    expect(await store.revokeKey('key_1', NOON)).toBe(true);
    expect(await store.revokeKey('key_1', NOON + 1)).toBe(false);
    expect(await store.findKey(hashOf('key_1'))).toMatchObject({ revokedAt: NOON });
    expect(await store.findKey(hashOf('key_2'))).toMatchObject({ revokedAt: null });
  });

  it('is revoked for another process at once', async () => {
    await store.createKey(aKey('key_1'));
    const other = reopen();
    expect(await other.findKey(hashOf('key_1'))).toMatchObject({ revokedAt: null });
    await store.revokeKey('key_1', NOON);
    expect(await other.findKey(hashOf('key_1'))).toMatchObject({ revokedAt: NOON });
    await other.close();
  });

  it('for all projects reaches those of its account, later ones too, and of no other', async () => {
    await store.createKey(aKey('key_1'));
    const ids = async () => (await reached('key_1')).map(({ id }) => id);
    expect(await ids()).toEqual(['proj_a', 'proj_b']);
    await store.createProject(aProject('proj_c', { createdAt: NOON + 2 }));
    expect(await ids()).toEqual(['proj_a', 'proj_b', 'proj_c']);
  });

  it('for named projects reaches those, whole, and no later one', async () => {
    await store.createKey(aKey('key_1', { projects: ['proj_b'] }));
    await store.createProject(aProject('proj_c'));
    expect(await reached('key_1')).toEqual([{ ...aProject('proj_b', { createdAt: NOON + 1 }), role: null }]);
  });

  it('never reaches a project of another account, though it names it', async () => {
    await store.createKey(aKey('key_1', { projects: ['proj_a', 'proj_theirs'] }));
    expect((await reached('key_1')).map(({ id }) => id)).toEqual(['proj_a']);
  });

  it('reaches of the project that a request names what it reaches of all', async () => {
    await store.createKey(aKey('key_all'));
    await store.createKey(aKey('key_some', { projects: ['proj_b', 'proj_theirs'] }));
    for (const keyId of ['key_all', 'key_some', 'key_none'])
      for (const project of ['proj_a', 'proj_b', 'proj_theirs', 'proj_none'])
        expect(await store.reach({ kind: 'key', keyId }, project)).toEqual(
          (await reached(keyId)).filter(({ id }) => id === project),
        );
  });

  it('reaches nothing when it names nothing or is unknown', async () => {
    await store.createKey(aKey('key_1', { projects: [] }));
    expect(await reached('key_1')).toEqual([]);
    expect(await reached('key_none')).toEqual([]);
  });

  it('leaves no token in the files of the store', async () => {
    const token = 'sk_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789x9Yz';
    await store.createKey(aKey('key_1', { tokenHash: hashOf(token) }));
    const bytes = ['control.db', 'control.db-wal'].map((file) => readFileSync(join(folder, file), 'latin1'));
    expect(bytes.join('')).toContain(hashOf(token));
    expect(bytes.join('')).not.toContain(token);
  });
});

describe('settings', () => {
  it('are null until they are put, and then what was put last', async () => {
    expect(await store.getSetting('secret')).toBeNull();
    await store.putSetting('secret', 'one');
    await store.putSetting('other', '');
    await store.putSetting('secret', 'two');
    expect(await store.getSetting('secret')).toBe('two');
    expect(await store.getSetting('other')).toBe('');
  });
});
