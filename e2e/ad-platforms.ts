import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AdPlatform } from '@cvq/contract';
import type { HeldConversion } from '../examples/mock-ad-platforms/open-conversions.ts';
import type { CredentialName } from '../examples/mock-ad-platforms/open-platforms.ts';
import {
  type MockAdPlatforms,
  startMockAdPlatforms,
} from '../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { test as base, type Collector, expect, PROGRAM_LIMIT_MS } from './collector.ts';
import { runCvq } from './run-cvq.ts';
import { type CollectorProgram, startCollector } from './sdk/collector-program.ts';

/** What a delivery of the project's conversions came to, as the read API tells it. */
export type Delivery = {
  readonly platform: AdPlatform;
  readonly state: string;
  readonly reason: string | null;
  readonly sent_as: string | null;
  readonly attempts: number;
};

export type AdPlatforms = {
  /** Connects the demo project with a platform, as an operator does. */
  connect(platform: AdPlatform): Promise<void>;
  /** The conversions that a platform counts; none of them failed on the way. */
  held(platform: AdPlatform): readonly HeldConversion[];
  /** Those of all reports of sales, of bots too. */
  deliveries(): Promise<Delivery[]>;
};

type ForAll = { mock: MockAdPlatforms; program: CollectorProgram };

/** As the `test` of `collector.ts`, with a collector that sends conversions to platforms on this machine, after no hold. */
export const test = base.extend<{ adPlatforms: AdPlatforms }, ForAll>({
  mock: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const mock = await startMockAdPlatforms();
      await use(mock);
      await mock.close();
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ mock }, use) => {
      const program = await startCollector({ ...mock.settings, CVQ_DELIVERY_HOLD_SECONDS: '0' });
      await use(program);
      await program.end();
    },
    { scope: 'worker', timeout: PROGRAM_LIMIT_MS },
  ],
  adPlatforms: async ({ mock, program, collector }, use) => {
    mock.reset();
    await use({
      connect: (platform) => connect(platform, { mock, program, collector }),
      held(platform) {
        const { conversions, uncounted, failed } = mock.state()[platform];
        expect({ uncounted, failed }).toEqual({ uncounted: [], failed: 0 });
        return conversions;
      },
      deliveries: () => deliveriesOf(collector),
    });
  },
});

export { expect };

type Connecting = {
  readonly mock: MockAdPlatforms;
  readonly program: CollectorProgram;
  readonly collector: Collector;
};

async function connect(platform: AdPlatform, { mock, program, collector }: Connecting): Promise<void> {
  const { google, meta, microsoft } = mock.accounts;
  const { credentials, options } = {
    google_ads: {
      credentials: 'google-service-account',
      options: [
        '--account',
        google.account,
        '--login-account',
        google.loginAccount,
        '--map',
        'purchase=7001',
      ],
    },
    meta_ads: { credentials: 'meta', options: ['--account', meta.dataset, '--map', 'purchase=Purchase'] },
    microsoft_ads: {
      credentials: 'microsoft',
      options: [
        '--account',
        microsoft.account,
        '--login-account',
        microsoft.customer,
        '--map',
        'purchase=Purchase',
      ],
    },
  }[platform];
  const file = path.join(program.env.CVQ_DATA, `${platform}.json`);
  await writeFile(file, JSON.stringify(mock.credentials(credentials as CredentialName)));
  const name = ['--project', collector.project, '--platform', platform];
  await runCvq(program.env, 'integration', 'connect', ...name, ...options, '--credentials', file);
}

async function deliveriesOf(collector: Collector): Promise<Delivery[]> {
  const sales = (await collector.stored()).filter(({ conversion }) => conversion !== null);
  const told = await Promise.all(
    sales.map(({ event_id }) => collector.ask(`/v1/conversions/${event_id.replace('evt_', 'conv_')}`)),
  );
  return told.flatMap((answer) => (answer as { data: { deliveries: Delivery[] } }).data.deliveries);
}
