import type { KeyObject } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { DailySalts } from '../../src/visitors/daily-salts.ts';
import type { SaltStore } from '../../src/visitors/salt-store.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-11-21T12:00:00Z');
const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');

const hex = (salt: KeyObject | null | undefined) => salt?.export().toString('hex');

class FakeSaltStore implements SaltStore {
  readonly salts = new Map<string, Uint8Array>();

  async read(day: string) {
    return this.salts.get(day) ?? null;
  }

  async write(day: string, salt: Uint8Array) {
    if (!this.salts.has(day)) this.salts.set(day, salt);
  }

  async purgeBefore(day: string) {
    for (const known of [...this.salts.keys()]) if (known < day) this.salts.delete(known);
  }
}

function startAt(now: number, store = new FakeSaltStore()) {
  const clock = { now };
  return { clock, store, salts: new DailySalts(store, () => clock.now) };
}

describe('DailySalts', () => {
  it('holds one random salt for a day and asks the store for it once', async () => {
    const { clock, store, salts } = startAt(NOON);
    const read = vi.spyOn(store, 'read');
    const [first, second] = await Promise.all([salts.current(), salts.current()]);
    const asked = read.mock.calls.length;
    clock.now = MIDNIGHT - 1;
    expect(await salts.current()).toBe(first);
    expect(second).toBe(first);
    expect(first.today.symmetricKeySize).toBe(32);
    expect(hex(first.today)).not.toMatch(/^0+$/);
    expect(read).toHaveBeenCalledTimes(asked);
    expect([...store.salts.keys()]).toEqual(['2026-11-21']);
  });

  it('has another salt each day, and yesterdays for 30 minutes', async () => {
    const { clock, salts } = startAt(NOON);
    const before = await salts.current();
    clock.now = MIDNIGHT;
    const after = await salts.current();
    expect(before.yesterday).toBeNull();
    expect(hex(after.yesterday)).toBe(hex(before.today));
    expect(hex(after.today)).not.toBe(hex(before.today));
    clock.now = MIDNIGHT + 1_800_000;
    expect(hex((await salts.current()).yesterday)).toBe(hex(before.today));
    clock.now += 1;
    const later = await salts.current();
    expect([hex(later.today), later.yesterday]).toEqual([hex(after.today), null]);
  });

  it('destroys a salt within 48 hours of its making, on the next visit or by the timer', async () => {
    const visited = startAt(NOON);
    await visited.salts.current();
    const idle = startAt(NOON);
    await idle.salts.current();
    const days = ({ store }: typeof visited) => [...store.salts.keys()];
    visited.clock.now = MIDNIGHT;
    await visited.salts.current();
    expect(days(visited)).toEqual(['2026-11-21', '2026-11-22']);
    for (const { clock } of [visited, idle]) clock.now = MIDNIGHT + 24 * HOUR_MS;
    await visited.salts.current();
    await idle.salts.purgeOld();
    expect(days(visited)).toEqual(['2026-11-22', '2026-11-23']);
    expect(days(idle)).toEqual([]);
  });

  it('takes the salt of the collector that was first', async () => {
    const store = new FakeSaltStore();
    const collectors = [startAt(NOON, store), startAt(NOON, store), startAt(NOON, store)];
    const all = await Promise.all(collectors.map(({ salts }) => salts.current()));
    expect(new Set(all.map(({ today }) => hex(today)))).toHaveLength(1);
    const restarted = startAt(NOON + HOUR_MS, store);
    expect(hex((await restarted.salts.current()).today)).toBe(hex(all[0]?.today));
  });

  it('asks again after the store failed', async () => {
    const { store, salts } = startAt(NOON);
    vi.spyOn(store, 'read').mockRejectedValueOnce(new Error('locked'));
    await expect(salts.current()).rejects.toThrow('locked');
    expect((await salts.current()).today.symmetricKeySize).toBe(32);
  });

  it('follows a clock that is set back', async () => {
    const { clock, salts } = startAt(MIDNIGHT);
    const after = await salts.current();
    clock.now = MIDNIGHT - 1;
    const before = await salts.current();
    clock.now = MIDNIGHT;
    expect(hex((await salts.current()).today)).toBe(hex(after.today));
    expect(hex(before.today)).not.toBe(hex(after.today));
  });
});
