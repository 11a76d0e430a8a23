import type { BotRule, UserAgentCount } from '@cvq/storage';
import { compileRules, matchesRules } from './custom-rules.ts';

/** What rules match of the user agents that were seen. Who has several of them is one person. */
export type MatchCounts = {
  readonly hit: readonly UserAgentCount[];
  readonly events: number;
  /** What of it is no bot's already: its events, who did them, and those of them who converted. */
  readonly peopleEvents: number;
  readonly people: number;
  readonly buyers: number;
};

/** Which of the user agents that were seen any of the rules matches, and how many events and people these are. */
export function countMatches(rules: readonly BotRule[], seen: readonly UserAgentCount[]): MatchCounts {
  const compiled = compileRules(rules);
  const hit = seen.filter(({ userAgent }) => matchesRules(compiled, { userAgent, address: null }));
  return {
    hit,
    events: sumOf(hit, 'events'),
    peopleEvents: sumOf(hit, 'peopleEvents'),
    people: new Set(hit.flatMap(({ people }) => [...people])).size,
    buyers: new Set(hit.flatMap(({ buyers }) => [...buyers])).size,
  };
}

/** The events of all, or those of people. */
export function sumOf(counts: readonly UserAgentCount[], of: 'events' | 'peopleEvents'): number {
  return counts.reduce((total, count) => total + count[of], 0);
}
