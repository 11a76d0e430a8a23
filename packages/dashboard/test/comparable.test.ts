import type { DashboardOverview } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { comparable } from '../src/figures/comparable.ts';

const answer = (complete: boolean) =>
  ({
    data: { totals: { now: {}, before: {} }, series: { now: {}, before: {} } },
    meta: { compare: { complete } },
  }) as unknown as DashboardOverview;

describe('an earlier period', () => {
  it('from before the first event is compared with nothing', () => {
    const { data } = comparable(answer(false));
    expect([data.totals.before, data.series.before]).toEqual([null, null]);
  });

  it('after it is compared as it is', () => {
    const whole = answer(true);
    expect(comparable(whole)).toBe(whole);
  });
});
