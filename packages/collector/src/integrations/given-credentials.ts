import { Refused } from '../accounts/refused.ts';
import type { Credentials } from '../ad-platforms/adapter.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { readCredentials } from './credentials.ts';
import { findPlace } from './find-integration.ts';
import type { IntegrationDeps, IntegrationName } from './integration-deps.ts';
import {
  askMicrosoftConsent,
  completeMicrosoftConsent,
  needsConsent,
  type TokenServer,
} from './microsoft-consent.ts';
import { openConsent, sealConsent } from './sealed-consent.ts';

type Deps = Pick<IntegrationDeps, 'control' | 'now' | 'actor'> & {
  /** Of consents that are under way. */
  readonly consentSealer: Sealer;
  /** Base address of the server that gives Microsoft's tokens. */
  readonly consentAddress: TokenServer['address'];
};

/** Credentials as a page gives them: the text, and the answer of a consent where one was asked for. */
type GivenCredentials = {
  readonly credentials: string;
  readonly consent?: string | undefined;
  readonly answer?: string | undefined;
};

/**
 * Where a person gives the consent that credentials of Microsoft still need, and what the page hands back with the
 * answer; null where none is needed. Admins may.
 * @throws Refused
 */
export async function askConsent(
  deps: Deps,
  name: IntegrationName,
  text: string,
): Promise<{ readonly address: string; readonly consent: string } | null> {
  const { project, platform } = await findPlace(deps, name, 'admin');
  const credentials = readCredentials(platform, text);
  if (!needsConsent(platform, credentials)) return null;
  const { address, proof } = askMicrosoftConsent({ address: deps.consentAddress }, credentials);
  return { address, consent: sealConsent(sealing(deps), project.id, proof) };
}

/**
 * Credentials that an integration can be given. Admins may.
 * @throws Refused
 */
export async function readGivenCredentials(
  deps: Deps,
  name: IntegrationName,
  { credentials: text, consent, answer }: GivenCredentials,
): Promise<Credentials> {
  const { project, platform } = await findPlace(deps, name, 'admin');
  const credentials = readCredentials(platform, text);
  if (!needsConsent(platform, credentials)) return credentials;
  if (consent === undefined || answer === undefined)
    throw new Refused('bad_value', {
      field: consent === undefined ? 'consent' : 'answer',
      problem: 'The credentials have no refresh_token, so that Microsoft has to be asked for one.',
      fix: 'Ask for a consent, and give it with the address that the browser ended at.',
    });
  const proof = openConsent(sealing(deps), project.id, consent);
  const server = { address: deps.consentAddress, now: deps.now };
  return completeMicrosoftConsent(server, credentials, { answer, proof });
}

const sealing = ({ consentSealer: sealer, now }: Deps) => ({ sealer, now });
