import type { BotRule } from '@cvq/storage';
import { ruleWarnings } from '../bots/rule-warnings.ts';
import type { AccountDeps } from './actor.ts';
import { audited } from './audited.ts';
import { MAX_BOT_RULES, type RuleLists, readRules } from './read-bot-rules.ts';
import { Refused } from './refused.ts';
import { requireProjectRole } from './require-project-role.ts';

/**
 * Add rules to a project. They apply to events from now on.
 * @throws Refused, or AggregateError of Refused, one for each entry that is wrong: then none is added
 */
export async function addBotRules(
  deps: AccountDeps,
  { project, force, ...lists }: RuleLists & { readonly project: string; readonly force: boolean },
): Promise<void> {
  const rules = parseBotRules(lists);
  const { accountId } = await requireProjectRole(deps, project, 'admin');
  const warnings = ruleWarnings(rules);
  if (warnings.length > 0 && !force) {
    const fix = 'Nothing was added. Preview what the rules match, or force them.';
    throw new Refused('conflict', { field: 'force', problem: warnings.join(' '), fix });
  }
  await audited(deps, {
    action: 'add_bot_rules',
    account: accountId,
    project,
    name: nameOf(rules),
    async make() {
      const size = await deps.control.addBotRules(project, rules, { at: deps.now(), atMost: MAX_BOT_RULES });
      if (size > MAX_BOT_RULES) throw tooManyRules(size);
    },
    told: () => ({ after: rules }),
  });
}

/**
 * Remove rules from a project, whatever their form: an earlier version may have stored what is refused today.
 * @throws Refused
 */
export async function removeBotRules(
  deps: AccountDeps,
  { project, ...lists }: RuleLists & { readonly project: string },
): Promise<void> {
  const rules = trimmed(lists);
  const { accountId } = await requireProjectRole(deps, project, 'admin');
  const stored = new Set((await deps.control.listBotRules(project)).map(textOf));
  const missing = rules.find((rule) => !stored.has(textOf(rule)));
  if (missing !== undefined) {
    const problem = `Unknown rule: ${missing.value}.`;
    throw new Refused('unknown', { field: FIELDS[missing.kind], problem, fix: 'See its rules.' });
  }
  await audited(deps, {
    action: 'remove_bot_rules',
    account: accountId,
    project,
    name: nameOf(rules),
    before: rules,
    async make() {
      for (const rule of rules) await deps.control.removeBotRule(project, rule);
    },
  });
}

/**
 * Rules in the form in which they are stored.
 * @throws Refused, or AggregateError of Refused, one for each entry that is wrong
 */
export function parseBotRules(lists: RuleLists): BotRule[] {
  trimmed(lists);
  const { rules, refusals } = readRules(lists);
  if (refusals.length > 0) throw new AggregateError(refusals);
  return rules;
}

/** The entries as they were given, at least one. */
function trimmed({ userAgentContains, ipRanges }: RuleLists): BotRule[] {
  const rules = [
    ...userAgentContains.map((text) => ({ kind: 'userAgentContains' as const, value: text.trim() })),
    ...ipRanges.map((text) => ({ kind: 'ipRanges' as const, value: text.trim() })),
  ];
  if (rules.length > 0) return rules;
  throw new Refused('bad_value', {
    field: 'user_agent_contains',
    problem: 'No rule was given.',
    fix: 'Give parts of user agents or IP ranges.',
  });
}

/** The field of a request that brings rules of a kind. */
const FIELDS: Readonly<Record<BotRule['kind'], string>> = {
  userAgentContains: 'user_agent_contains',
  ipRanges: 'ip_range',
};

function nameOf(rules: readonly BotRule[]): string {
  return rules.map(({ value }) => value).join(', ');
}

function textOf({ kind, value }: BotRule): string {
  return `${kind} ${value}`;
}

function tooManyRules(size: number): Refused {
  return new Refused('conflict', {
    field: 'project',
    problem: `A project has at most ${MAX_BOT_RULES} rules, and with these it would have ${size}.`,
    fix: 'Remove others first.',
  });
}
