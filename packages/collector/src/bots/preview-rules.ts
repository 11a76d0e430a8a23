import type { BotRule } from '@cvq/storage';
import { parsePrefix } from '../net/networks.ts';
import { countMatches, sumOf } from './count-matches.ts';
import { recentUserAgents, type Traffic } from './recent-user-agents.ts';

/** What rules would have matched. Addresses are kept nowhere, so of a network only its size can be told. */
export type RulesPreview = {
  readonly matched: number;
  readonly total: number;
  /** What of it is no bot's already, by events and by persons. */
  readonly people: {
    readonly matched: number;
    readonly total: number;
    readonly visitors: number;
    /** Those of the visitors who converted. */
    readonly buyers: number;
  };
  /** Those first that most people have. */
  readonly examples: readonly {
    readonly user_agent: string;
    readonly events: number;
    readonly people_events: number;
  }[];
  readonly networks: readonly { readonly range: string; readonly addresses: string }[];
};

const EXAMPLES = 10;

/** What rules would have matched among the events of the last days: a rule that hits people shows here. */
export async function previewRules(rules: readonly BotRule[], traffic: Traffic): Promise<RulesPreview> {
  const seen = await recentUserAgents(traffic);
  const { hit, events, peopleEvents, people, buyers } = countMatches(rules, seen);
  return {
    matched: events,
    total: sumOf(seen, 'events'),
    people: {
      matched: peopleEvents,
      total: sumOf(seen, 'peopleEvents'),
      visitors: people,
      buyers,
    },
    examples: hit
      .toSorted((a, b) => b.peopleEvents - a.peopleEvents || b.events - a.events)
      .slice(0, EXAMPLES)
      .map(({ userAgent, events, peopleEvents }) => ({
        user_agent: userAgent,
        events,
        people_events: peopleEvents,
      })),
    networks: rules
      .filter(({ kind }) => kind === 'ipRanges')
      .map(({ value }) => ({ range: value, addresses: sizeOf(value) })),
  };
}

function sizeOf(range: string): string {
  const prefix = parsePrefix(range);
  if ('problem' in prefix) return '0';
  return (1n << BigInt((prefix.family === 4 ? 32 : 128) - prefix.length)).toString();
}
