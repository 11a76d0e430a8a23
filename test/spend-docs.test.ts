import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SPEND_DIMENSIONS, SPEND_UNAVAILABLE_REASONS, SPEND_WARNINGS, SpendResponse } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { wordsOfCampaign } from '../packages/collector/src/read/spend/words-of-campaign.ts';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/spend.md'), 'utf8');
const readApi = readFileSync(path.join(root, 'docs/read-api.md'), 'utf8');

/** The section below a heading, up to the next one. */
const sectionOf = (title: string) => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

/** The first cells of the table below a heading, without its headings. */
function firstCells(title: string): string[] {
  const [table = ''] = /(?:^\|.*\n)+/m.exec(sectionOf(title)) ?? [];
  const [, , ...rows] = table.trim().split('\n');
  return rows.map((row) => row.slice(2).split(' | ')[0]?.replaceAll('`', '') ?? '');
}

describe('docs/spend.md', () => {
  it('has exactly the reasons why spend is null, in the order of the code', () => {
    expect(firstCells('Reasons')).toEqual(Object.keys(SPEND_UNAVAILABLE_REASONS));
  });

  it('has exactly the warnings', () => {
    expect(firstCells('Warnings')).toEqual([...SPEND_WARNINGS]);
  });

  it('names what spend is told by', () => {
    const words = SPEND_DIMENSIONS.map((dimension) => dimension.replace('_', ' ')).join(', ');
    expect(sectionOf('Rows and filters')).toContain(`By ${words.replace(/, (\w+ \w+)$/, ' and $1')},`);
  });

  it.each([
    ['google_ads', ['google', 'cpc', 'Paid Search', 'google']],
    ['meta_ads', ['facebook', 'cpc', 'Paid Social', 'meta']],
  ])('says where the spend of %s stands without visits', (platform, words) => {
    const sum = { worth: 0n, impressions: 0, clicks: 0 };
    const campaign = {
      platform,
      id: '1',
      name: 'Autumn',
      names: new Set('Autumn'),
      rows: [],
      sum,
      groups: [],
    };
    const { source, medium, channel, ad_platform } = wordsOfCampaign(campaign);
    expect([source, medium, channel, ad_platform]).toEqual(words);
    const text = sectionOf('Rows and filters').replaceAll('\n', ' ');
    const [, told = ''] = text.split(`\`${platform}\``);
    const found = [...told.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
    expect(found.slice(0, 4)).toEqual(words);
  });
});

describe('docs/read-api.md', () => {
  it('shows get_spend as it is answered', () => {
    const [, section = ''] = readApi.split('\n## GET /v1/analytics/spend\n');
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
    const answer = JSON.parse(example);
    expect(SpendResponse.parse(answer)).toEqual(answer);
  });
});
