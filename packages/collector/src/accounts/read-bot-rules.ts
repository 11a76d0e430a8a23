import type { BotRule } from '@cvq/storage';
import { parseExactPrefix } from '../net/networks.ts';
import { Refused } from './refused.ts';

/** Rules of a project in the words of its settings. */
export type RuleLists = {
  readonly userAgentContains: readonly string[];
  readonly ipRanges: readonly string[];
};

export const MAX_BOT_RULES = 200;
const LENGTHS = { min: 2, max: 200 };

/** Checks every entry by itself, so that all that is wrong can be said at once. */
export function readRules(lists: RuleLists): { readonly rules: BotRule[]; readonly refusals: Refused[] } {
  const rules: BotRule[] = [];
  const refusals: Refused[] = [];
  for (const field of ['userAgentContains', 'ipRanges'] as const) {
    for (const [index, text] of lists[field].entries()) {
      const value = text.trim();
      const wrong = field === 'ipRanges' ? wrongInRange(value) : wrongInPart(value);
      if (wrong === null) rules.push({ kind: field, value });
      else refusals.push(new Refused('bad_value', { ...wrong, entry: index + 1 }));
    }
  }
  return { rules, refusals };
}

type Wrong = { readonly field: string; readonly problem: string; readonly fix: string };

function wrongInPart(value: string): Wrong | null {
  const { min, max } = LENGTHS;
  if (value.length >= min && value.length <= max) return null;
  return {
    field: 'user_agent_contains',
    problem: `A part of a user agent of ${value.length} characters.`,
    fix: `Use ${min} to ${max} characters.`,
  };
}

function wrongInRange(value: string): Wrong | null {
  const prefix = parseExactPrefix(value);
  if (!('problem' in prefix)) return null;
  const fix = 'Use an IP address, or a network such as 192.0.2.0/24.';
  return { field: 'ip_range', problem: prefix.problem, fix };
}
