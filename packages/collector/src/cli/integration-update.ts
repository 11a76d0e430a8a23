import { Command } from 'commander';
import { parseMapping } from '../integrations/actions.ts';
import { changeIntegration } from '../integrations/change-integration.ts';
import { findIntegration } from '../integrations/find-integration.ts';
import { integrationJson } from '../integrations/integration-json.ts';
import { problemsOfMapping } from '../integrations/problems-of-mapping.ts';
import { confirmEarlier } from './confirm-earlier.ts';
import { linesOfIntegration, linesOfMapping } from './integration-lines.ts';
import { addName, addSettings, otherAccounts } from './integration-options.ts';
import { obtainCredentials } from './obtain-credentials.ts';
import { print } from './print.ts';
import { withIntegrations } from './with-integrations.ts';

type UpdateOptions = {
  project: string;
  platform: string;
  account?: string;
  loginAccount?: string;
  spendAccount?: string;
  map: readonly string[];
  send?: string;
  credentials?: string;
  live?: boolean;
  since?: string;
  yes?: boolean;
  json?: boolean;
};

export function integrationUpdateCommand(): Command {
  const command = new Command('update').description(
    'Change an integration, give it new credentials, or end its dry run. What was blocked is tried again.',
  );
  addName(command).option('--account <id>', 'account that conversions go to');
  return addSettings(command)
    .option('--credentials <file>', 'file with new credentials, or - for standard input')
    .option('--live', 'end the dry run: send conversions from now on')
    .option('--json', 'print one JSON object')
    .action(update);
}

async function update({ map, live, yes = false, json, ...given }: UpdateOptions): Promise<void> {
  const { platform, account, send, since } = given;
  const actions = map.length === 0 ? undefined : parseMapping(map);
  const { integration, due, problems } = await withIntegrations(async (deps) => {
    await findIntegration(deps, given);
    if (since !== undefined) await confirmEarlier(deps, given, { since, actions, isAgreed: yes });
    const credentials =
      given.credentials === undefined ? undefined : await obtainCredentials(platform, given.credentials);
    const changed = await changeIntegration(deps, given, {
      account,
      ...otherAccounts(given),
      actions,
      send,
      credentials,
      isLive: live,
      since,
    });
    return { ...changed, problems: await problemsOfMapping(deps, changed.integration) };
  });
  const lines = [
    ...linesOfIntegration(integration),
    `Due now      ${due}`,
    ...linesOfMapping(integration, problems),
  ];
  print({ ...integrationJson(integration), due, mapping_problems: problems }, { json, lines });
}
