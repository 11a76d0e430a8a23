import type { IntegrationState } from '@cvq/contract';
import type { AdThrottle, BlockedDeliveries, Integration } from '@cvq/storage';
import { asSentence } from '../ad-platforms/as-sentence.ts';
import { UNREADABLE_CREDENTIALS } from '../ad-platforms/sealed-credentials.ts';
import { spendAccountOf } from '../ad-platforms/spend/spend-account-of.ts';
import { isOfDemo } from '../demo/demo-integrations.ts';
import type { ListedIntegration } from '../integrations/list-integrations.ts';
import { oneOrMany } from './one-or-many.ts';
import { tableOf } from './table-of.ts';

/** A table for a person, and below it what somebody has to do. */
export function linesOfIntegrations(listed: readonly ListedIntegration[]): readonly string[] {
  return [
    ...tableOf(
      ['INTEGRATION', 'PROJECT', 'PLATFORM', 'STATE', 'ACCOUNT', 'SEND', 'MAPPING'],
      listed.map(({ integration: { id, project, platform, account, loginAccount, ...given }, ...waits }) => [
        ...[id, project, platform, isOfDemo({ id }) ? `${given.state}, DEMO` : wordOf(given.state, waits)],
        loginAccount === null ? account : `${account} through ${loginAccount}`,
        given.send,
        mappingOf(given.actions),
      ]),
    ),
    ...listed.flatMap(({ integration, blocked, throttle }) =>
      isOfDemo(integration)
        ? [ofDemo(integration)]
        : [
            ...toDo(integration),
            ...(throttle === null ? [] : [toWaitFor(integration, throttle)]),
            ...blocked.flatMap((each) => toSetRight(integration, each)),
          ],
    ),
  ];
}

/** What a person is told of an integration that was made or changed. */
export function linesOfIntegration(integration: Integration): readonly string[] {
  const { id, platform, state, account, loginAccount, actions, send } = integration;
  const spendAccount = spendAccountOf(integration);
  const through = loginAccount === null ? '' : `, through ${loginAccount}`;
  return [
    `Integration  ${id}`,
    `Platform     ${platform}, account ${account}${through}`,
    `State        ${state}: ${WHAT_IT_DOES[state]}`,
    `Mapping      ${mappingOf(actions)}`,
    `Send         ${send}`,
    `Spend        ${spendAccount === null ? 'not read: no ad account is given (--spend-account)' : `of account ${spendAccount}`}`,
    ...toDo(integration),
  ];
}

/** What is wrong with a mapping that has been stored, and how to go on. Nothing where all is well. */
export function linesOfMapping(
  { project, platform }: Pick<Integration, 'project' | 'platform'>,
  problems: readonly string[],
): readonly string[] {
  if (problems.length === 0) return [];
  return [
    ...problems.map((problem) => `FAILED       ${problem}`),
    `Conversions wait until that is set right: with cvq integration update --project ${project} --platform ${platform} --map TYPE=ACTION, or at the platform and then with cvq integration resume --project ${project} --platform ${platform}`,
  ];
}

const WHAT_IT_DOES: Readonly<Record<IntegrationState, string>> = {
  active: 'conversions are sent',
  dry_run: 'what would be sent is recorded, and nothing is sent',
  paused: 'nothing is sent, and conversions wait',
  reconnect_required: 'nothing is sent until it is connected anew, and conversions wait',
};

function wordOf(
  state: IntegrationState,
  { blocked, throttle }: Pick<ListedIntegration, 'blocked' | 'throttle'>,
): string {
  if (state === 'reconnect_required') return 'RECONNECT REQUIRED';
  return [
    state,
    ...(blocked.length > 0 ? ['BLOCKED'] : []),
    ...(throttle === null ? [] : ['THROTTLED']),
  ].join(', ');
}

function toWaitFor({ id, project, platform }: Integration, { until, code }: AdThrottle): string {
  const cause = code === null ? '' : ` (${code})`;
  return `${id}: ${platform} asked to be left alone until ${new Date(until).toISOString()}${cause}. Conversions wait, and are sent then; cvq integration resume --project ${project} --platform ${platform} sends them now`;
}

function ofDemo({ id, platform }: Integration): string {
  return `${id} is the demo's: nothing of it reaches ${platform}, and nothing is to be done. What its conversions met is made up.`;
}

function mappingOf(actions: Integration['actions']): string {
  return Object.entries(actions)
    .map(([type, action]) => `${type}=${action}`)
    .join(', ');
}

function toDo({ id, project, platform, state, problem }: Integration): readonly string[] {
  if (state !== 'reconnect_required') return [];
  const cause = problem === null ? '' : ` ${causeOf(problem, platform)}`;
  return [
    `${id} needs new credentials.${cause} Give them with cvq integration update --project ${project} --platform ${platform} --credentials FILE`,
  ];
}

/** Nobody was asked with credentials that cannot be opened. */
function causeOf({ code, message }: { code: string; message: string }, platform: string): string {
  const said = asSentence(message);
  return code === UNREADABLE_CREDENTIALS.code ? said : `${platform} answered ${code}: ${said}`;
}

/** Of what waits for new credentials, `toDo` has said it. */
function toSetRight(
  { id, project, platform, state }: Integration,
  { reason, deliveries, message }: BlockedDeliveries,
): readonly string[] {
  if (state === 'reconnect_required' && reason === 'auth') return [];
  const what = oneOrMany(deliveries, ['conversion waits', 'conversions wait']);
  const said = message === null || message === '' ? '' : `: ${message.replace(/\.$/, '')}`;
  const named = `--project ${project} --platform ${platform}`;
  return [
    `${id}: ${what}, since ${platform} answered ${reason}${said}. Set that right, run cvq integration test ${named}, and then cvq integration resume ${named}`,
  ];
}
