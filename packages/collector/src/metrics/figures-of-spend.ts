import type { ControlStore, SpendReading } from '@cvq/storage';
import type { Figure, Sample } from './figure.ts';

export type SpendFigureSources = {
  readonly control: Pick<ControlStore, 'listSpendReadings'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** How reading what ads cost goes. An integration is here once it was read, or could not be read. */
export function figuresOfSpend({ control, now }: SpendFigureSources): Figure[] {
  async function byIntegration(read: (reading: SpendReading) => number | null): Promise<Sample[]> {
    return (await control.listSpendReadings()).flatMap((reading) => {
      const value = read(reading);
      const { platform, integration } = reading;
      return value === null ? [] : [{ labels: { platform, integration: integration ?? '' }, value }];
    });
  }

  return [
    {
      kind: 'gauge',
      name: 'cvq_spend_age_seconds',
      help: 'For how long what ads cost has not been read from the account of an integration; absent before the first time',
      labels: ['platform', 'integration'],
      read: () =>
        byIntegration(({ readAt }) => (readAt === null ? null : Math.max(0, now() - readAt) / 1000)),
    },
    {
      kind: 'gauge',
      name: 'cvq_spend_problem',
      help: '1 for an integration of which the last attempt to read what ads cost has failed',
      labels: ['platform', 'integration'],
      read: () => byIntegration(({ problem }) => (problem === null ? 0 : 1)),
    },
  ];
}
