import { setTimeout } from 'node:timers/promises';
import type { ControlStore } from '@cvq/storage';
import { expect, it } from 'vitest';
import { ErasureRuns } from '../../src/erasure/erasure-runs.ts';
import type { ErasureWork } from '../../src/erasure/erasure-work.ts';

/** A store in which nothing is due, and the files of one erasure are not cleared yet. */
const control = {
  onChange: () => ({ stop: () => {} }),
  nextErasureAt: async () => null,
  unclearedErasures: async () => ['era_1'],
} as unknown as ControlStore;

it('a collector that closes leaves the clearing of files to the next one, which is no failure', async () => {
  const begun = Promise.withResolvers<void>();
  const work = {
    clear: async (_, { signal }) => {
      begun.resolve();
      await setTimeout(60_000, null, { signal });
      return true;
    },
  } satisfies Pick<ErasureWork, 'clear'>;
  const failures: unknown[] = [];
  const runs = new ErasureRuns({
    control,
    work: work as unknown as ErasureWork,
    sealer: { seal: () => new Uint8Array(), open: () => '' },
    now: () => 0,
    onFailure: (error) => failures.push(error),
  });
  await begun.promise;
  await runs.close();
  expect(failures).toEqual([]);
});
