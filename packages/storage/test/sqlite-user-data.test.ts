import { join } from 'node:path';
import type { EventRecord } from '@cvq/storage';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anEvent, DAY, NOON } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { outcomes } from './contract/stores.ts';
import { type EventStores, openSqliteEventStores } from './event-stores.ts';

const root = temporaryFolder();
let places = 0;
let file: string;
let store: EventStores;

beforeEach(() => {
  places += 1;
  const folder = join(root, `${places}`);
  file = join(folder, 'events.db');
  store = openSqliteEventStores(folder);
});
afterEach(() => store.close());

const sealed = (text: string) => new TextEncoder().encode(text);

/** What is kept, as texts by the suffix of their event's id. */
function kept(): Record<string, string> {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare('SELECT suffix, sealed FROM user_data ORDER BY suffix').all() as {
    suffix: string;
    sealed: Uint8Array;
  }[];
  db.close();
  return Object.fromEntries(rows.map((row) => [row.suffix, new TextDecoder().decode(row.sealed)]));
}

const named = (suffix: string, given: Partial<EventRecord> = {}) =>
  anEvent({ id: { ms: NOON, suffix }, ...given });

describe('user data', () => {
  it('is kept with its event, and with none that brought nothing', async () => {
    await store.ledger.append([named('a', { sealedUserData: sealed('of a') }), named('b')]);
    expect(kept()).toEqual({ a: 'of a' });
  });

  it('is kept when a duplicate brings it later', async () => {
    await store.ledger.append([named('a')]);
    expect(await outcomes(store, [named('a', { sealedUserData: sealed('later') })])).toEqual(['duplicate']);
    expect(kept()).toEqual({ a: 'later' });
  });

  it('stays as the first copy brought it', async () => {
    await store.ledger.append([named('a', { sealedUserData: sealed('first') })]);
    await store.ledger.append([named('a', { sealedUserData: sealed('second') }), named('a')]);
    expect(kept()).toEqual({ a: 'first' });
  });

  it('is not kept of a request that repeats or contradicts an earlier one', async () => {
    const keyed = (suffix: string, fingerprint: string) =>
      named(suffix, {
        sealedUserData: sealed(suffix),
        idempotency: { key: 'k 0', request: 'k *', fingerprint },
      });
    await store.ledger.append([keyed('a', 'one'), keyed('b', 'one'), keyed('c', 'two')]);
    expect(kept()).toEqual({ a: 'a' });
  });

  it('is kept with an event that only updates it and counts nowhere', async () => {
    await store.ledger.append([named('a', { exclusion: 'user_update', sealedUserData: sealed('of a') })]);
    expect(kept()).toEqual({ a: 'of a' });
  });

  it('is kept for each project apart', async () => {
    const ofBoth = { sealedUserData: sealed('same id') };
    await store.ledger.append([
      named('a', { ...ofBoth, project: 'proj_a' }),
      named('a', { project: 'proj_b' }),
    ]);
    expect(kept()).toEqual({ a: 'same id' });
  });

  it('is never part of an event that is read back', async () => {
    await store.ledger.append([named('a', { sealedUserData: sealed('of a') })]);
    const { events } = await store.log.events('proj_shop', null, 10);
    expect(events).toMatchObject([{ event: { sealedUserData: null } }]);
  });

  it('is not kept where its event was not', async () => {
    const refused = named('b', { properties: { big: 1n } });
    await expect(
      store.ledger.append([named('a', { sealedUserData: sealed('of a') }), refused]),
    ).rejects.toThrow();
    expect(kept()).toEqual({});
  });

  it('is read by the id of its event until its purge date, and not from then on', async () => {
    await store.ledger.append([named('a', { sealedUserData: sealed('of a'), receivedAt: NOON }), named('b')]);
    const { userData } = store.log;
    const read = (suffix: string, now: number, project = 'proj_shop') =>
      userData.read(project, { ms: NOON, suffix }, now);
    const purgeAt = NOON + 90 * DAY;
    const found = await read('a', purgeAt - 1);
    expect(found?.purgeAt).toBe(purgeAt);
    expect(new TextDecoder().decode(found?.sealed)).toBe('of a');
    expect(await read('a', purgeAt)).toBeNull();
    expect(await read('b', NOON)).toBeNull();
    expect(await read('a', NOON, 'proj_other')).toBeNull();
  });

  it('is told the newest of, by which a secret is proved', async () => {
    expect(await store.log.userData.newest()).toBeNull();
    await store.ledger.append([
      named('a', { sealedUserData: sealed('newer'), receivedAt: NOON + 1 }),
      named('b', { sealedUserData: sealed('older'), receivedAt: NOON }),
    ]);
    expect(new TextDecoder().decode((await store.log.userData.newest()) ?? undefined)).toBe('newer');
  });

  it('is forgotten ninety days after it came, and not before; its event stays', async () => {
    await store.ledger.append([
      named('a', { sealedUserData: sealed('older'), receivedAt: NOON }),
      named('b', { sealedUserData: sealed('newer'), receivedAt: NOON + 1 }),
    ]);
    await store.ledger.purge(NOON + 90 * DAY - 1);
    expect(kept()).toEqual({ a: 'older', b: 'newer' });
    await store.ledger.purge(NOON + 90 * DAY);
    expect(kept()).toEqual({ b: 'newer' });
    expect((await store.log.events('proj_shop', null, 10)).events).toHaveLength(2);
  });
});
