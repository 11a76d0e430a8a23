import type { BotsResponse } from '@cvq/contract';
import type { BotCount } from '@cvq/storage';

const TOP = 10;

/** How many requests there were in all, by category, and of the ten busiest bots. */
export function sumOfBots(
  found: readonly BotCount[],
): Pick<BotsResponse, 'total_bot_requests' | 'by_category' | 'top_bots'> {
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
}

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
