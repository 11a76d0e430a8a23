import { setTimeout } from 'node:timers/promises';
import { HOUR_MS } from '@cvq/contract';
import type { ControlStore, UnfinishedErasure } from '@cvq/storage';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ErasureRuns } from '../../src/erasure/erasure-runs.ts';
import type { ErasureWork } from '../../src/erasure/erasure-work.ts';

afterEach(() => void vi.useRealTimers());

/** A store in which nothing is due, and of which a test says what it answers otherwise. */
function aStore(own: Partial<ControlStore>): ControlStore {
  const store: Partial<ControlStore> = {
    onChange: () => ({ stop: () => {} }),
    nextErasureAt: async () => null,
    unclearedErasures: async () => [],
    ...own,
  };
  return store as ControlStore;
}

function start(control: ControlStore, work: Partial<ErasureWork> = {}) {
  const failures: [message: string, id: string | null][] = [];
  const runs = new ErasureRuns({
    control,
    work: work as ErasureWork,
    sealer: { seal: () => new Uint8Array(), open: () => 'u-1' },
    now: () => 0,
    onFailure: (error, id) => void failures.push([(error as Error).message, id]),
  });
  onTestFinished(() => runs.close());
  return { runs, failures };
}

const due = {
  id: 'era_1',
  projectId: 'proj_1',
  by: 'user_id',
  sealed: new Uint8Array(),
} as UnfinishedErasure;

describe('erasures that were asked for', () => {
  it('are cleared by the next collector where one closes, which is no failure', async () => {
    const begun = Promise.withResolvers<void>();
    const clear: ErasureWork['clear'] = async (_, { signal }) => {
      begun.resolve();
      await setTimeout(60_000, null, { signal });
      return true;
    };
    const { runs, failures } = start(aStore({ unclearedErasures: async () => ['era_1'] }), { clear });
    await begun.promise;
    await runs.close();
    expect(failures).toEqual([]);
  });

  it('are looked for again in an hour where the store cannot be read, though nothing changes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let looks = 0;
    const nextErasureAt = () => {
      looks += 1;
      return looks === 1 ? Promise.reject(new Error('the disk is gone')) : Promise.resolve(null);
    };
    const { failures } = start(aStore({ nextErasureAt }));
    await vi.advanceTimersByTimeAsync(HOUR_MS - 1);
    expect([looks, failures]).toEqual([1, [['the disk is gone', null]]]);
    await vi.advanceTimersByTimeAsync(1);
    expect([looks, failures.length]).toEqual([2, 1]);
  });

  it('that fail are told of with their cause, also where they cannot be given back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let looks = 0;
    const control = aStore({
      async nextErasureAt() {
        looks += 1;
        return looks === 1 ? 0 : null;
      },
      claimErasure: async () => due,
      releaseErasure: () => Promise.reject(new Error('the disk is full')),
    });
    const { failures } = start(control, { names: () => Promise.reject(new Error('a page is broken')) });
    await vi.advanceTimersByTimeAsync(1);
    expect(failures).toEqual([
      ['a page is broken', 'era_1'],
      ['the disk is full', null],
    ]);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(looks).toBe(2);
  });
});
