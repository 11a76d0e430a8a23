import { DAY_MS } from '@cvq/contract';
import type { BotRule, ReportQuestions, UserAgentCount } from '@cvq/storage';
import { parsePrefix } from '../net/networks.ts';
import { compileRules, matchesRules } from './custom-rules.ts';

/** What rules would have matched. Addresses are kept nowhere, so of a network only its size can be told. */
export type RulesPreview = {
  readonly matched: number;
  readonly total: number;
  /** What of it is no bot's already, by events and by visitors. */
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

type Traffic = { readonly reports: ReportQuestions; readonly project: string; readonly now: number };

/** How far back requests are looked at. */
export const PREVIEW_DAYS = 7;

/** The rare user agents beyond are too few events to change the picture. */
const USER_AGENTS = 10_000;
const EXAMPLES = 10;

/** What rules would have matched among the events of the last days: a rule that hits people shows here. */
export async function previewRules(rules: readonly BotRule[], traffic: Traffic): Promise<RulesPreview> {
  const compiled = compileRules(rules);
  const seen = await traffic.reports.userAgents(
    traffic.project,
    traffic.now - PREVIEW_DAYS * DAY_MS,
    USER_AGENTS,
  );
  const hit = seen.filter(({ userAgent }) => matchesRules(compiled, { userAgent, address: null }));
  return {
    matched: sum(hit, 'events'),
    total: sum(seen, 'events'),
    people: {
      matched: sum(hit, 'peopleEvents'),
      total: sum(seen, 'peopleEvents'),
      visitors: sum(hit, 'people'),
      buyers: sum(hit, 'buyers'),
    },
    examples: hit
      .toSorted((a, b) => b.peopleEvents - a.peopleEvents || b.events - a.events)
      .slice(0, EXAMPLES)
      .map(({ userAgent, events, peopleEvents }) => ({
        ...{ user_agent: userAgent, events },
        people_events: peopleEvents,
      })),
    networks: rules
      .filter(({ kind }) => kind === 'ipRanges')
      .map(({ value }) => ({ range: value, addresses: sizeOf(value) })),
  };
}

function sum(counts: readonly UserAgentCount[], of: 'events' | 'peopleEvents' | 'people' | 'buyers'): number {
  return counts.reduce((total, count) => total + count[of], 0);
}

function sizeOf(range: string): string {
  const prefix = parsePrefix(range);
  if ('problem' in prefix) return '0';
  return (1n << BigInt((prefix.family === 4 ? 32 : 128) - prefix.length)).toString();
}
