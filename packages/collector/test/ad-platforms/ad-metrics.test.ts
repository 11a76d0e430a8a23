import { expect, it } from 'vitest';
import { openAdFigures } from '../../src/metrics/ad-figures.ts';
import { figuresOfAdPlatforms } from '../../src/metrics/figures-of-ad-platforms.ts';

const NOW = Date.UTC(2026, 10, 23, 12);

const status = (id: string, state: string, given: object = {}) => ({
  ...{ integration: { id, platform: 'meta_ads', state }, outstanding: 0, dueAt: null },
  ...{ isBlocked: false, isThrottled: false, ...given },
});

/** What a scrape reads, by name and labels. */
async function figuresOf(...statuses: ReturnType<typeof status>[]): Promise<Record<string, number>> {
  const looks = openAdFigures();
  looks.add('meta_ads:delivered', 3);
  looks.add('google_ads:blocked', 1);
  const figures = figuresOfAdPlatforms({
    integrations: { statuses: async () => statuses },
    looks,
    now: () => NOW,
  });
  const read = await Promise.all(
    figures.map(async ({ name, kind, help, labels, read }) => {
      expect([kind, help.length > 20, name]).toEqual([
        name.endsWith('_total') ? 'counter' : 'gauge',
        true,
        name,
      ]);
      return [...(await read())].map(({ labels: told = {}, value }): [string, number] => {
        expect(Object.keys(told)).toEqual(labels);
        return [`${name}{${Object.values(told).join(' ')}}`, value];
      });
    }),
  );
  return Object.fromEntries(read.flat());
}

it('metrics tell of each integration what waits, for how long, and whether somebody must do something', async () => {
  expect(
    await figuresOf(
      status('int_1', 'active', { outstanding: 12, dueAt: NOW - 90_000 }),
      status('int_2', 'active', { outstanding: 1, dueAt: NOW + 60_000, isThrottled: true }),
      status('int_3', 'active', { isBlocked: true }),
      status('int_4', 'reconnect_required'),
      status('int_5', 'dry_run', { outstanding: 2, dueAt: NOW - 90_000 }),
    ),
  ).toMatchObject({
    'cvq_ad_deliveries_total{meta_ads delivered}': 3,
    'cvq_ad_deliveries_total{google_ads blocked}': 1,
    'cvq_ad_deliveries_total{google_ads delivered}': 0,
    'cvq_ad_deliveries_outstanding{meta_ads int_1}': 12,
    'cvq_ad_due_lag_seconds{meta_ads int_1}': 90,
    'cvq_ad_due_lag_seconds{meta_ads int_2}': 0,
    'cvq_ad_due_lag_seconds{meta_ads int_5}': 0,
    'cvq_ad_integration_throttled{meta_ads int_1}': 0,
    'cvq_ad_integration_throttled{meta_ads int_2}': 1,
    'cvq_ad_integration_blocked{meta_ads int_1}': 0,
    'cvq_ad_integration_blocked{meta_ads int_3}': 1,
    'cvq_ad_integration_blocked{meta_ads int_4}': 1,
  });
});

it('without an integration there are no figures of any, and those of platforms are there', async () => {
  const told = Object.keys(await figuresOf());
  expect(told.every((name) => name.startsWith('cvq_ad_deliveries_total{'))).toBe(true);
  expect(told).toContain('cvq_ad_deliveries_total{microsoft_ads unmatched}');
});

it('metrics look at what waits once for all figures of a scrape, and anew for the next', async () => {
  let looked = 0;
  const figures = figuresOfAdPlatforms({
    integrations: {
      statuses: async () => {
        looked += 1;
        return [status('int_1', 'active')];
      },
    },
    looks: openAdFigures(),
    now: () => NOW,
  });
  for (let scrape = 1; scrape <= 2; scrape += 1) {
    await Promise.all(figures.map(({ read }) => read()));
    expect(looked).toBe(scrape);
  }
});
