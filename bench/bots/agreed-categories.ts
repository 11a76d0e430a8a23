import { createRequire } from 'node:module';

type Crawler = {
  readonly pattern: string;
  readonly tags: readonly string[];
  readonly instances: readonly string[];
};
type Matomo = { readonly regex: string; readonly category?: string };
type Agreed = { readonly userAgent: string; readonly category: string };

const require = createRequire(import.meta.url);

/**
 * User agents on whose kind two public lists agree: crawler-user-agents by its tags, and Matomo's list by its categories.
 * Neither is asked by the collector.
 */
export function agreedCategories(): Agreed[] {
  const crawlers = require('crawler-user-agents') as readonly Crawler[];
  const matomo = (require('device-detector-js/dist/fixtures/regexes/bots.json') as readonly Matomo[]).map(
    ({ regex, category }) => ({ pattern: new RegExp(`(?:^|[^A-Z_-])(?:${regex})`, 'i'), category }),
  );
  return crawlers.flatMap(({ tags, instances }) =>
    instances.flatMap((userAgent) => {
      const other = matomo.find(({ pattern }) => pattern.test(userAgent));
      const category = byTags(tags);
      return other !== undefined && byCategory(other.category ?? '') === category
        ? [{ userAgent, category }]
        : [];
    }),
  );
}

function byTags(tags: readonly string[]): string {
  if (tags.includes('ai-crawler')) return 'ai_crawler';
  if (tags.includes('search-engine')) return 'search_engine';
  if (tags.includes('social-preview')) return 'social_media';
  return tags.includes('monitoring') ? 'monitoring' : 'other';
}

function byCategory(category: string): string {
  if (/^AI /.test(category)) return 'ai_crawler';
  if (/search bot/i.test(category)) return 'search_engine';
  if (/social/i.test(category)) return 'social_media';
  return /monitor/i.test(category) ? 'monitoring' : 'other';
}
