import type { BotRule } from '@cvq/storage';
import { parseExactPrefix } from '../net/networks.ts';

/** Rules of a project in the words of its settings. */
export type RuleLists = {
  readonly userAgentContains: readonly string[];
  readonly ipRanges: readonly string[];
};

/** A rule that cannot be taken, with the field, its place in the list, and what to change. */
export type RuleError = { readonly field: keyof RuleLists; readonly index: number; readonly error: string };

export const MAX_BOT_RULES = 200;
const LENGTHS = { min: 2, max: 200 };

/** Checks every entry by itself, so that all that is wrong can be said at once. */
export function readRules(lists: RuleLists): { readonly rules: BotRule[]; readonly errors: RuleError[] } {
  const rules: BotRule[] = [];
  const errors: RuleError[] = [];
  for (const field of ['userAgentContains', 'ipRanges'] as const) {
    for (const [index, text] of lists[field].entries()) {
      const value = text.trim();
      const error = field === 'ipRanges' ? problemOfRange(value) : problemOfPart(value);
      if (error === null) rules.push({ kind: field, value });
      else errors.push({ field, index, error });
    }
  }
  return { rules, errors };
}

function problemOfPart(value: string): string | null {
  const { min, max } = LENGTHS;
  if (value.length < min || value.length > max)
    return `must have ${min} to ${max} characters, and has ${value.length}.`;
  return null;
}

function problemOfRange(value: string): string | null {
  const prefix = parseExactPrefix(value);
  return 'problem' in prefix ? prefix.problem : null;
}
