import { ListBotRulesQuery, ListBotRulesResponse, type MatchedBotRule } from '@cvq/contract';
import { matchRules, type RuleMatches } from '../../bots/match-rules.ts';
import { PREVIEW_DAYS } from '../../bots/recent-user-agents.ts';
import { askStore } from '../../read/ask-store.ts';
import { defineProjectOperation } from '../../read/operation.ts';

export const listBotRules = defineProjectOperation({
  name: 'list_bot_rules',
  tag: 'Projects',
  method: 'GET',
  path: '/v1/bot-rules',
  summary: 'What a project itself calls bots',
  description: 'The rules of a project, each with what it matches of the last seven days.',
  scopes: ['bots:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: ListBotRulesQuery,
  response: ListBotRulesResponse,
  example: '',
  async run({ project }, { control, reports, now }) {
    const rules = await control.listBotRules(project.id);
    const found = await askStore(matchRules(rules, { reports, project, now: now() }));
    return { data: found.map(toJson), meta: { days: PREVIEW_DAYS } };
  },
});

function toJson({ rule: { kind, value }, matched }: RuleMatches): MatchedBotRule {
  return {
    kind: kind === 'ipRanges' ? 'ip_range' : 'user_agent_contains',
    value,
    matched: matched && {
      requests: matched.events,
      people_requests: matched.peopleEvents,
      people: matched.people,
      buyers: matched.buyers,
    },
  };
}
