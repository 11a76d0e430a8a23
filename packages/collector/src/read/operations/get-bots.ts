import { BotsQuery, BotsResponse } from '@cvq/contract';
import type { BotCount } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { botRange } from '../bot-range.ts';
import { definePeriodOperation } from '../operation.ts';

const TOP = 10;

export const getBots = definePeriodOperation({
  name: 'get_bots',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/bots',
  summary: 'Requests of bots',
  description: 'How many requests bots made in a period, by what they are for, and which made the most.',
  scopes: ['bots:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: BotsQuery,
  response: BotsResponse,
  example: 'date_from=2026-11-01',
  rangeOf: botRange,
  async run({ range, question }, { reports }) {
    const found = await askStore(reports.bots(question, range));
    const ofCategory = (...categories: readonly BotCount['category'][]) =>
      sum(found.filter(({ category }) => categories.includes(category)));
    return {
      total_bot_requests: sum(found),
      by_category: {
        search_engine: ofCategory('search_engine'),
        ai_crawler: ofCategory('ai_crawler'),
        monitoring: ofCategory('monitoring'),
        other: ofCategory('social_media', 'other'),
      },
      top_bots: topOf(found),
    };
  },
});

function sum(counts: readonly BotCount[]): number {
  return counts.reduce((total, { requests }) => total + requests, 0);
}

/** Each name once, whatever kinds it has. Of bots with as many requests, by name: so that the answer holds still. */
function topOf(counts: readonly BotCount[]): BotsResponse['top_bots'] {
  const byName = Map.groupBy(counts, ({ name }) => name);
  return [...byName]
    .map(([name, ofName]) => ({ name, requests: sum(ofName) }))
    .sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1))
    .slice(0, TOP);
}
