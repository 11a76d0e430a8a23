import { PreviewBotRuleQuery, PreviewBotRuleResponse } from '@cvq/contract';
import { parseBotRules } from '../../accounts/bot-rules.ts';
import { previewRules } from '../../bots/preview-rules.ts';
import { PREVIEW_DAYS } from '../../bots/recent-user-agents.ts';
import { ruleWarnings } from '../../bots/rule-warnings.ts';
import { askStore } from '../../read/ask-store.ts';
import { defineProjectOperation } from '../../read/operation.ts';

export const previewBotRule = defineProjectOperation({
  name: 'preview_bot_rule',
  tag: 'Projects',
  method: 'GET',
  path: '/v1/bot-rules/preview',
  summary: 'What a rule would have matched',
  description: 'Of the last seven days, whether or not the project has the rule. Nothing is kept of it.',
  scopes: ['bots:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: PreviewBotRuleQuery,
  response: PreviewBotRuleResponse,
  example: 'kind=user_agent_contains&value=kiosk',
  async run({ project, args: { kind, value } }, { reports, now }) {
    const ofKind = (wanted: typeof kind) => (kind === wanted ? [value] : []);
    const rules = parseBotRules({
      userAgentContains: ofKind('user_agent_contains'),
      ipRanges: ofKind('ip_range'),
    });
    const found = await askStore(previewRules(rules, { reports, project, now: now() }));
    const { matched, total, people, examples, networks } = found;
    return {
      data: {
        matched:
          kind === 'ip_range'
            ? null
            : {
                requests: matched,
                people_requests: people.matched,
                people: people.visitors,
                buyers: people.buyers,
              },
        requests: total,
        addresses: networks[0]?.addresses ?? null,
        examples: examples.map(({ user_agent, events, people_events }) => ({
          user_agent,
          requests: events,
          people_requests: people_events,
        })),
        warnings: ruleWarnings(rules),
      },
      meta: { days: PREVIEW_DAYS },
    };
  },
});
