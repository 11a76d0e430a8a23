import { DIMENSIONS } from '@cvq/contract';
import { expect } from 'vitest';
import type { TestBrowser } from './browser.ts';

/** What a conversion tells of who it was and of the click that they came by, which an erasure takes. */
const OF_PERSONS = [
  ...['user_id', 'session_id', 'has_user_data'],
  ...['click_id_type', 'gclid', 'fbclid', 'msclkid', 'clicked_at'],
];
const withoutIds = (name: string, value: unknown) => (OF_PERSONS.includes(name) ? undefined : value);

/** Every report about 30 days of a project, in the words of the API, without ids of persons. */
export async function everyAnswerAbout(project: string, browser: TestBrowser): Promise<string> {
  const period = `project=${project}&range=30d`;
  const paths = [
    ...['overview', 'timeseries', 'bots', 'spend', 'report', 'funnel?event_types=pageview,purchase'].map(
      (name) => `analytics/${name}`,
    ),
    ...DIMENSIONS.map((dimension) => `analytics/breakdown?dimension=${dimension}`),
    'conversions',
  ];
  const answers: string[] = [];
  for (const path of paths) {
    const { status, body } = await browser.get(`/${path}${path.includes('?') ? '&' : '?'}${period}`);
    expect([path, status]).toEqual([path, 200]);
    answers.push(`${path} ${JSON.stringify((body as { data: unknown }).data, withoutIds)}`);
  }
  return answers.join('\n');
}
