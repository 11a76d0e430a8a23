import type { BotRule } from '@cvq/storage';
import { countMatches, type MatchCounts } from './count-matches.ts';
import { recentUserAgents, type Traffic } from './recent-user-agents.ts';

/** A rule with what it matched; null for a network, since addresses are kept nowhere. */
export type RuleMatches = { readonly rule: BotRule; readonly matched: MatchCounts | null };

/** What each rule matches of the last days by itself: one that hits people shows here. */
export async function matchRules(rules: readonly BotRule[], traffic: Traffic): Promise<RuleMatches[]> {
  const isAsked = rules.some(({ kind }) => kind === 'userAgentContains');
  const seen = isAsked ? await recentUserAgents(traffic) : [];
  return rules.map((rule) => ({
    rule,
    matched: rule.kind === 'ipRanges' ? null : countMatches([rule], seen),
  }));
}
