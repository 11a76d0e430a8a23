import type { ResealedCount } from '@cvq/storage';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { loadPreviousSecret, removePreviousSecret, replaceSecretFile } from '../secrets/load-secret.ts';
import { adoptSecret, proveSecret } from '../secrets/open-secret.ts';
import { resealAll } from '../secrets/reseal-all.ts';
import type { SecretPlace } from '../secrets/secret-place.ts';
import { CommandFailed } from './command-failed.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { doAlone, isStoreInUse, openStoredEvents, withControl, withSealedValues } from './with-stores.ts';

export function secretRotateCommand(): Command {
  return new Command('rotate')
    .description(
      'Seal everything anew with a new secret, also beside a running collector. Safe to interrupt and to repeat.',
    )
    .option('--json', 'print one JSON object')
    .action(rotate);
}

async function rotate({ json }: { json?: boolean }): Promise<void> {
  const { secret: place } = readConfig(terminal().env);
  const secret = await withControl(async (control) => {
    const stores = { control, openEventLog: openStoredEvents };
    if ((await proveSecret(place, stores)) === null)
      throw new CommandFailed('Nothing is sealed yet, so there is no secret to replace.');
    bringNewSecret(place);
    const isAdopted = (await proveSecret(place, stores))?.isPresent;
    if (!isAdopted && isStoreInUse()) throw new CommandFailed(restartFirst(place));
    return adoptSecret(place, stores);
  });
  const resealed = await withSealedValues((values) => resealAll(secret, values));
  const { alsoOpening: former } = secret;
  if (place.given === null && former !== null) doAlone(() => removePreviousSecret(place.dataFolder, former));
  const { webhookSecrets, credentials, erasures, userData } = resealed;
  print(
    { webhook_secrets: webhookSecrets, credentials, erasures, user_data: userData },
    {
      json,
      lines: [
        `Webhook secrets  ${outcomeOf(webhookSecrets)}`,
        `Credentials      ${outcomeOf(credentials)}`,
        `Erasures         ${outcomeOf(erasures)}`,
        `User data        ${outcomeOf(userData)}`,
        ending(place),
      ],
    },
  );
}

/** Without a setting, the new secret is made here; else the operator has to bring it. */
function bringNewSecret(place: SecretPlace): void {
  const { given, previous, dataFolder } = place;
  if (given === null && previous === null) doAlone(() => replaceSecretFile(dataFolder));
  if (given === null || loadPreviousSecret(place) !== null) return;
  throw new CommandFailed(
    'CVQ_SECRET_PREVIOUS: Not set. Set CVQ_SECRET to a new secret and CVQ_SECRET_PREVIOUS to the present one, restart the collector with both, and repeat this command.',
  );
}

function restartFirst({ given, dataFolder }: SecretPlace): string {
  const knows =
    given === null
      ? `The new secret is in ${dataFolder}, and the collector that runs does not know it yet.`
      : 'A collector runs that does not know the new secret yet. It needs CVQ_SECRET and CVQ_SECRET_PREVIOUS as they are here.';
  return `${knows} Restart it, and repeat this command.`;
}

function outcomeOf({ resealed, current, unreadable }: ResealedCount): string {
  return `${resealed} sealed anew, ${current} were already, ${unreadable} cannot be read`;
}

function ending({ previous }: SecretPlace): string {
  const rest = previous === null ? '' : ' Unset CVQ_SECRET_PREVIOUS, and restart the collector.';
  return `Everything that can be read is sealed with the present secret.${rest}`;
}
