import { BotsQuery, BotsResponse } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { botRange } from '../bot-range.ts';
import { botTraffic } from '../bots/bot-traffic.ts';
import { sumOfBots } from '../bots/sum-of-bots.ts';
import { definePeriodOperation } from '../operation.ts';

export const getBots = definePeriodOperation({
  name: 'get_bots',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/bots',
  summary: 'Requests of bots',
  description:
    'How many requests bots made in a period, by what they are for, and which made the most. On request over time, by name, reason and page, beside those of people.',
  scopes: ['bots:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: BotsQuery,
  response: BotsResponse,
  example: 'date_from=2026-11-01',
  tool: {
    description:
      'Requests of bots in a period by what bots are for, and the busiest by name, all left out of other figures: for whether traffic is real.',
    without: ['date_from', 'date_to', 'segment', 'breakdown'],
    more: 'Ask for fewer days, or for a coarser granularity.',
  },
  rangeOf: botRange,
  async run(asked, { reports }) {
    const { args, range, question } = asked;
    if (args.granularity !== undefined || args.breakdown !== undefined) return botTraffic(asked, reports);
    const { category, name, reason } = args;
    return sumOfBots(await askStore(reports.bots(question, range, { category, name, reason })));
  },
});
