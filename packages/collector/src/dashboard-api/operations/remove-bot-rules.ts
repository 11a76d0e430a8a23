import { BotRulesBody, BotRulesParams, DONE, DoneResponse } from '@cvq/contract';
import { removeBotRules as remove } from '../../accounts/bot-rules.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const removeBotRules = defineDashboardOperation({
  name: 'remove_bot_rules',
  tag: 'Bots',
  method: 'POST',
  path: '/projects/{project}/bot-rules/remove',
  summary: 'Remove rules of a project',
  description: 'What they found stays a bot.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: BotRulesParams,
  body: BotRulesBody,
  response: DoneResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    const { project, user_agent_contains: userAgentContains = [], ip_range: ipRanges = [] } = args;
    await remove(asPerson(by, deps), { project, userAgentContains, ipRanges });
    return DONE;
  },
});
