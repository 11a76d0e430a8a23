import { AD_PLATFORMS } from '@cvq/contract';
import { AD_DELIVERY_RESULTS, type AdFigures } from './ad-figures.ts';
import type { Figure, Sample } from './figure.ts';

type Status = {
  readonly integration: { readonly id: string; readonly platform: string; readonly state: string };
  readonly outstanding: number;
  readonly dueAt: number | null;
  readonly isBlocked: boolean;
  readonly isThrottled: boolean;
};

export type AdFigureSources = {
  readonly integrations: { statuses(): Promise<readonly Status[]> };
  /** Looks at deliveries, as the thread that sends them counts them. */
  readonly looks: AdFigures;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** How conversions get to ad platforms. */
export function figuresOfAdPlatforms({ integrations, looks, now }: AdFigureSources): Figure[] {
  let asked: ReturnType<typeof integrations.statuses> | null = null;

  /** Looked at once for all figures that are read together: to count what waits takes longer, the more it is. */
  function statuses(): ReturnType<typeof integrations.statuses> {
    asked ??= integrations.statuses().finally(() => {
      asked = null;
    });
    return asked;
  }

  /** A value for each integration. */
  async function byIntegration(countOf: (status: Status) => number): Promise<Sample[]> {
    return (await statuses()).map((each) => ({
      labels: { platform: each.integration.platform, integration: each.integration.id },
      value: countOf(each),
    }));
  }

  return [
    {
      kind: 'counter',
      name: 'cvq_ad_deliveries_total',
      help: 'How often a delivery of a conversion to an ad platform was looked at, by the state that it got',
      labels: ['platform', 'state'],
      read() {
        const counts = looks.read();
        return AD_PLATFORMS.flatMap((platform) =>
          AD_DELIVERY_RESULTS.map((state) => ({
            labels: { platform, state },
            value: counts[`${platform}:${state}`],
          })),
        );
      },
    },
    {
      kind: 'gauge',
      name: 'cvq_ad_deliveries_outstanding',
      help: 'Deliveries to an integration that are due or have their time, counted to 100000; none of one that sends nothing',
      labels: ['platform', 'integration'],
      read: () => byIntegration(({ outstanding }) => outstanding),
    },
    {
      kind: 'gauge',
      name: 'cvq_ad_due_lag_seconds',
      help: 'For how long the first delivery to an active integration has been due, not counting a throttle',
      labels: ['platform', 'integration'],
      read: () =>
        byIntegration(({ integration: { state }, dueAt }) =>
          state !== 'active' || dueAt === null ? 0 : Math.max(0, now() - dueAt) / 1000,
        ),
    },
    {
      kind: 'gauge',
      name: 'cvq_ad_integration_blocked',
      help: '1 for an integration that somebody must set right, or connect anew, before all its conversions are sent',
      labels: ['platform', 'integration'],
      read: () =>
        byIntegration(({ integration: { state }, isBlocked }) =>
          state === 'reconnect_required' || isBlocked ? 1 : 0,
        ),
    },
    {
      kind: 'gauge',
      name: 'cvq_ad_integration_throttled',
      help: '1 for an integration whose platform has asked to be left alone until a time that has not come',
      labels: ['platform', 'integration'],
      read: () => byIntegration(({ isThrottled }) => (isThrottled ? 1 : 0)),
    },
  ];
}
