import { DAY_MS } from '@cvq/contract';
import type { BotRule, ReportQuestions, UserAgentCount } from '@cvq/storage';
import { compileRules, matchesRules } from './custom-rules.ts';
import { PREVIEW_DAYS } from './preview-rules.ts';

/** Rarer ones would not change the picture. */
const USER_AGENTS = 10_000;

/** A rule with what it matched; null for a network, since addresses are kept nowhere. */
export type RuleMatches = { readonly rule: BotRule; readonly matched: MatchSums | null };
type MatchSums = Pick<UserAgentCount, 'events' | 'peopleEvents' | 'people' | 'buyers'>;

type Traffic = { readonly reports: ReportQuestions; readonly project: string; readonly now: number };

/** What each rule matches of the last days by itself: one that hits people shows here. */
export async function matchRules(
  rules: readonly BotRule[],
  { reports, project, now }: Traffic,
): Promise<RuleMatches[]> {
  const isAsked = rules.some(({ kind }) => kind === 'userAgentContains');
  const seen = isAsked ? await reports.userAgents(project, now - PREVIEW_DAYS * DAY_MS, USER_AGENTS) : [];
  return rules.map((rule) => ({ rule, matched: rule.kind === 'ipRanges' ? null : sumsOf(rule, seen) }));
}

function sumsOf(rule: BotRule, seen: readonly UserAgentCount[]): MatchSums {
  const compiled = compileRules([rule]);
  const hit = seen.filter(({ userAgent }) => matchesRules(compiled, { userAgent, address: null }));
  const sum = (of: keyof MatchSums) => hit.reduce((total, count) => total + count[of], 0);
  return {
    events: sum('events'),
    peopleEvents: sum('peopleEvents'),
    people: sum('people'),
    buyers: sum('buyers'),
  };
}
