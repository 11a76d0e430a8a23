import { AD_PLATFORMS } from '@cvq/contract';
import { Command, Option } from 'commander';
import type { PlatformTestResult } from '../ad-platforms/adapter.ts';
import { integrationJson, listedIntegrationJson } from '../integrations/integration-json.ts';
import { listIntegrations } from '../integrations/list-integrations.ts';
import {
  pauseIntegration,
  removeIntegration,
  resumeIntegration,
} from '../integrations/switch-integration.ts';
import { testIntegration } from '../integrations/test-integration.ts';
import { integrationConnectCommand } from './integration-connect.ts';
import { linesOfIntegrations } from './integration-lines.ts';
import { addName } from './integration-options.ts';
import { integrationUpdateCommand } from './integration-update.ts';
import { oneOrMany } from './one-or-many.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { withIntegrations } from './with-integrations.ts';
import { withAccounts, withAdDeliveries } from './with-stores.ts';

type Name = { project: string; platform: string; json?: boolean };

export function integrationCommand(): Command {
  const command = new Command('integration').addCommand(integrationConnectCommand());
  command
    .command('list')
    .description('List integrations with their state and mapping.')
    .option('--project <id>', 'only those of this project')
    .addOption(new Option('--platform <platform>', 'only those with this platform').choices(AD_PLATFORMS))
    .option('--json', 'print one JSON array')
    .action(list);
  command.addCommand(integrationUpdateCommand());
  const add = (name: string, description: string, run: (name: Name) => Promise<void>) =>
    addName(command.command(name).description(description))
      .option('--json', 'print one JSON object')
      .action(run);
  add('test', 'Ask the platform whether conversions can be sent, in a way that counts nothing there.', test);
  add('pause', 'Stop sending. Conversions wait.', pause);
  add('resume', 'Send again, also what has waited.', resume);
  add('remove', 'Remove an integration and its credentials. What waits is not sent.', remove);
  return command;
}

async function list({ project, platform, json }: Partial<Name>): Promise<void> {
  // Opened only where there is an integration: many installations have none.
  const deliveries = {
    blocked: (atMost: number) => withAdDeliveries((store) => store.blocked(atMost)),
    throttles: (now: number) => withAdDeliveries((store) => store.throttles(now)),
  };
  const found = await withAccounts((deps) => listIntegrations({ ...deps, deliveries }, { project }));
  const listed = found.filter(
    ({ integration }) => platform === undefined || integration.platform === platform,
  );
  print(listed.map(listedIntegrationJson), { json, lines: linesOfIntegrations(listed) });
}

async function test({ json, ...name }: Name): Promise<void> {
  const { integration, result } = await withIntegrations((deps) => testIntegration(deps, name));
  const { id } = integration;
  print({ id, ...name, ok: result.ok, checks: result.checks }, { json, lines: linesOfTest(result) });
  if (!result.ok) terminal().exitCode = 1;
}

function linesOfTest({ ok, checks }: PlatformTestResult): readonly string[] {
  const lines = checks.map((check) => `${check.ok ? 'ok     ' : 'FAILED '} ${check.what}${problemIn(check)}`);
  return [...lines, ok ? 'Conversions can be sent.' : 'Something has to be set right first.'];
}

function problemIn({ problem }: PlatformTestResult['checks'][number]): string {
  return problem === null ? '' : `: ${problem}`;
}

async function pause({ json, ...name }: Name): Promise<void> {
  const integration = await withIntegrations((deps) => pauseIntegration(deps, name));
  print(integrationJson(integration), { json, lines: [`Paused ${integration.id}. Conversions wait.`] });
}

async function resume({ json, ...name }: Name): Promise<void> {
  const { integration, due } = await withIntegrations((deps) => resumeIntegration(deps, name));
  const lines = [`Resumed ${integration.id}. ${oneOrMany(due, ['delivery is due', 'deliveries are due'])}.`];
  print({ ...integrationJson(integration), due }, { json, lines });
}

const CANCELLED = ['delivery was cancelled', 'deliveries were cancelled'] as const;

async function remove({ json, ...name }: Name): Promise<void> {
  const { integration, cancelled } = await withIntegrations((deps) => removeIntegration(deps, name));
  const lines = [
    `Removed ${integration.id}. ${oneOrMany(cancelled, CANCELLED)}. What ${name.platform} has, it keeps.`,
  ];
  print({ id: integration.id, ...name, state: 'removed', cancelled }, { json, lines });
}
