import type { ShownIntegration } from '@cvq/contract';
import { expect, it } from 'vitest';
import { integrationsSentence } from '../src/words/integrations-sentence.ts';

type Told = Pick<ShownIntegration, 'platform' | 'state' | 'is_demo'>;
const google = (state: Told['state'], is_demo = false): Told => ({ platform: 'google_ads', state, is_demo });
const meta = (state: Told['state']): Told => ({ platform: 'meta_ads', state, is_demo: false });

it.each<[told: readonly Told[], lead: string, aside: string]>([
  [[], 'No ad platform is told of conversions.', ''],
  [[google('dry_run', true)], 'The demo shows what ad platforms would be told.', ''],
  [[google('active')], 'Google Ads is told of conversions.', ''],
  [[google('active'), meta('active')], 'Google Ads and Meta are told of conversions.', ''],
  [[google('dry_run')], 'A dry run builds what Google Ads would be told.', ''],
  [
    [google('active'), meta('dry_run')],
    'Google Ads is told of conversions.',
    'What Meta would be told is only built.',
  ],
  [[google('paused')], 'No ad platform is told of conversions.', 'Google Ads is paused.'],
  [
    [google('reconnect_required'), meta('paused')],
    'No ad platform is told of conversions.',
    'Google Ads must be connected anew. Meta is paused.',
  ],
])('%j reads: %s %s', (told, lead, aside) => {
  expect(integrationsSentence(told)).toEqual({ lead, aside });
});
