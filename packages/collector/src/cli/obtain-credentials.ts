import { AD_PLATFORMS } from '@cvq/contract';
import { parseChoice } from '../accounts/fields.ts';
import type { Credentials } from '../ad-platforms/adapter.ts';
import { readConfig } from '../config.ts';
import { readCredentials } from '../integrations/credentials.ts';
import {
  askMicrosoftConsent,
  completeMicrosoftConsent,
  needsConsent,
} from '../integrations/microsoft-consent.ts';
import { askLine } from './ask-line.ts';
import { CommandFailed } from './command-failed.ts';
import { readSecretText } from './read-secret-text.ts';
import { terminal } from './terminal.ts';

/** The credentials in a file, or on standard input; where Microsoft still needs a consent, with what that gives. */
export async function obtainCredentials(platform: string, path: string): Promise<Credentials> {
  const of = parseChoice('platform', platform, AD_PLATFORMS);
  const credentials = readCredentials(of, await readSecretText('--credentials', path));
  return needsConsent(of, credentials) ? askForConsent(credentials, path) : credentials;
}

async function askForConsent(credentials: Credentials, path: string): Promise<Credentials> {
  if (path === '-')
    throw new CommandFailed(
      '--credentials: There is no refresh_token in it, and the answer of Microsoft is read from standard input. Give the credentials as a file.',
    );
  const { env, now } = terminal();
  const server = { address: readConfig(env).platformApis.addresses.microsoftToken, now };
  const { address, proof } = askMicrosoftConsent(server, credentials);
  const question = [
    'Open this address in a browser, and allow the access as somebody who may manage the account:',
    '',
    address,
    '',
    'The browser ends at a blank page. Paste its address here, within some minutes: ',
  ];
  const answer = await askLine(question.join('\n'));
  if (answer === null) throw new CommandFailed('No answer of Microsoft was given. Nothing was changed.');
  return completeMicrosoftConsent(server, credentials, { answer, proof });
}
