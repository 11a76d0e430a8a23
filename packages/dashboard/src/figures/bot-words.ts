import type { BotBreakdown } from '@cvq/contract';
import { NOT_SET } from '@cvq/contract/constants';
import { ownWords } from '../words/own-words.ts';
import { strangersText } from '../words/strangers-text.ts';

const CATEGORIES: Readonly<Record<string, string>> = {
  search_engine: 'Search engines',
  ai_crawler: 'AI crawlers',
  social_media: 'Social media',
  monitoring: 'Monitoring',
  other: 'Other programs',
};

/** Each piece of evidence, as a table of a dashboard has room for. */
const REASONS: Readonly<Record<string, string>> = {
  custom_rule: 'A rule of this project',
  named: 'Says who it is',
  user_agent: 'The user agent of a program',
  empty_user_agent: 'No user agent',
  impossible_browser: 'A browser that cannot be',
  crawler_network: 'A network of crawlers',
  monitoring_network: 'A network of monitoring',
  spoofed: 'Pretends to be a crawler',
  webdriver: 'Driven by a program',
  webdriver_faked: 'Hides badly that it is driven',
  signed_agent: 'Signs as an agent',
  referrer_spam: 'Advertises by its referrer',
  rapid_session: 'Faster than anybody reads',
  constant_interval: 'The pace of a clock',
  no_javascript: 'Runs no JavaScript',
  webdriver_hidden: 'Hides that it is driven',
  platform_mismatch: 'Another system than it says',
  fleet: 'One of many alike',
  unknown_build: 'A build that never was',
  hint_platform_mismatch: 'Hints of another system',
  hint_version_mismatch: 'Hints of another version',
  hosting_network: 'A hosting company',
  rapid_requests: 'Very fast',
  no_sec_fetch: 'Lacks headers of browsers',
  headless_screen: 'No real screen',
  no_accept_language: 'Speaks no language',
  long_user_agent: 'A user agent that is too long',
  outdated_networks: 'A crawler by its name alone',
};

/** What requests of bots are divided by, in the words of the value. */
export function botWords(dimension: BotBreakdown['dimension'], value: string): string {
  if (dimension === 'category') return ownWords(CATEGORIES, value) ?? strangersText(value);
  if (dimension === 'reason') return ownWords(REASONS, value) ?? strangersText(value);
  return value === NOT_SET ? 'Not set' : strangersText(value);
}
