import { AddBotRulesBody, BotRulesParams, DONE, DoneResponse } from '@cvq/contract';
import { addBotRules as add } from '../../accounts/bot-rules.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const addBotRules = defineDashboardOperation({
  name: 'add_bot_rules',
  tag: 'Bots',
  method: 'POST',
  path: '/projects/{project}/bot-rules',
  summary: 'Say what else a project calls bots',
  description:
    'The rules apply to events that arrive from then on. What would take people for bots has to be forced.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: BotRulesParams,
  body: AddBotRulesBody,
  response: DoneResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const {
      project,
      user_agent_contains: userAgentContains = [],
      ip_range: ipRanges = [],
      force = false,
    } = args;
    await add(asPerson(by, deps), { project, userAgentContains, ipRanges, force });
    return DONE;
  },
});
