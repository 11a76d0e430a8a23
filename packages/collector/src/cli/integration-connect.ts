import { Command } from 'commander';
import { parseMapping } from '../integrations/actions.ts';
import { connectIntegration, requireNone } from '../integrations/connect-integration.ts';
import { integrationJson } from '../integrations/integration-json.ts';
import { problemsOfMapping } from '../integrations/problems-of-mapping.ts';
import { confirmEarlier } from './confirm-earlier.ts';
import { linesOfIntegration, linesOfMapping } from './integration-lines.ts';
import { addName, addSettings, otherAccounts } from './integration-options.ts';
import { obtainCredentials } from './obtain-credentials.ts';
import { print } from './print.ts';
import { withIntegrations } from './with-integrations.ts';

type ConnectOptions = {
  project: string;
  platform: string;
  account: string;
  loginAccount?: string;
  spendAccount?: string;
  map: readonly string[];
  send?: string;
  credentials: string;
  dryRun?: boolean;
  since?: string;
  yes?: boolean;
  json?: boolean;
};

export function integrationConnectCommand(): Command {
  const command = new Command('connect').description(
    'Connect a project with an ad platform. Its conversions are sent from now on.',
  );
  addName(command).requiredOption(
    '--account <id>',
    'account that conversions go to; of Meta, the dataset (pixel)',
  );
  return addSettings(command)
    .requiredOption('--credentials <file>', 'file with the credentials, or - for standard input')
    .option('--dry-run', 'record what would be sent, and send nothing')
    .option('--json', 'print one JSON object')
    .action(connect);
}

async function connect({ map, dryRun = false, yes = false, json, ...given }: ConnectOptions): Promise<void> {
  const { project, platform, since } = given;
  const actions = parseMapping(map);
  const { integration, owed, problems } = await withIntegrations(async (deps) => {
    await requireNone(deps, given);
    if (since !== undefined) await confirmEarlier(deps, given, { since, actions, isAgreed: yes });
    const credentials = await obtainCredentials(platform, given.credentials);
    const settings = { ...given, ...otherAccounts(given), actions, credentials, isDryRun: dryRun };
    const made = await connectIntegration(deps, settings);
    return { ...made, problems: await problemsOfMapping(deps, made.integration) };
  });
  const earlier = since === undefined ? [] : [`Earlier      ${owed} received since ${since}, due now`];
  print(
    { ...integrationJson(integration), owed, mapping_problems: problems },
    {
      json,
      lines: [
        ...linesOfIntegration(integration),
        ...earlier,
        ...linesOfMapping(integration, problems),
        `Next         cvq integration test --project ${project} --platform ${platform}`,
      ],
    },
  );
}
