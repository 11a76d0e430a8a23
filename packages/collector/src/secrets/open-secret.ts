import { existsSync } from 'node:fs';
import { type ControlStore, type EventLog, SECRET_CANARY } from '@cvq/storage';
import { BadSetting } from '../config.ts';
import type { InstallationSecret } from './installation-secret.ts';
import { loadPreviousSecret, loadSecret, secretFile } from './load-secret.ts';
import { canOpen, createCanarySealer, createSecretSealer, createUserDataSealer } from './sealer.ts';
import type { SecretPlace } from './secret-place.ts';

/** What the canary says once it is opened. */
const CANARY = 'sealed by cvq';

const WAY_OUT =
  'Restore it from a backup. If it is lost for good, cvq secret accept goes on with a new one: see docs/settings.md.';

type Stores = {
  readonly control: Pick<ControlStore, 'getSetting' | 'putSetting' | 'listWebhooks'>;
  /** Called where nothing but what was sealed before can prove the secret. It is closed then. */
  readonly openEventLog: () => EventLog;
};

/** The secret as it is used, and whether the stores know the present one as theirs: they do unless a rotation begins. */
type ProvenSecret = { readonly secret: InstallationSecret; readonly isPresent: boolean };

/**
 * The installation's secret, proven to be the one that sealed what the stores hold. A store that has no canary yet proves
 * it by what it holds, and gets one. While the canary is of the previous secret, that one goes on sealing: a collector that
 * runs knows no other.
 * @throws BadSetting when the secret is lost or another one.
 */
export async function openSecret(place: SecretPlace, stores: Stores): Promise<InstallationSecret> {
  const proven = await proveSecret(place, stores);
  const { secret } = proven ?? bothSecrets(place);
  if ((await stores.control.getSetting(SECRET_CANARY)) === null)
    await acceptSecret(secret.sealing, stores.control);
  return secret;
}

/**
 * As `openSecret`, and from now on the present secret is the one that seals: for whoever runs for long, and for a rotation
 * beside which nobody runs.
 * @throws BadSetting when the secret is lost or another one.
 */
export async function adoptSecret(place: SecretPlace, stores: Stores): Promise<InstallationSecret> {
  const proven = (await proveSecret(place, stores)) ?? bothSecrets(place);
  const { secret } = bothSecrets(place);
  const hasCanary = (await stores.control.getSetting(SECRET_CANARY)) !== null;
  if (!proven.isPresent || !hasCanary) await acceptSecret(secret.sealing, stores.control);
  return secret;
}

/**
 * The same without writing anything; null where nothing is sealed yet and no secret is made.
 * @throws BadSetting when the secret is lost or another one.
 */
export async function proveSecret(place: SecretPlace, stores: Stores): Promise<ProvenSecret | null> {
  const canary = await stores.control.getSetting(SECRET_CANARY);
  return proveBy(place, canary === null ? await sealedBefore(stores) : [proofOf(canary)]);
}

/**
 * As `proveSecret`, by a canary alone, which the stores of early versions have not: of those it is known at least whether there
 * is a secret, where they hold anything that was sealed.
 * @throws BadSetting when the secret is lost or another one.
 */
export function proveByCanary(
  place: SecretPlace,
  { canary, holdsSealed }: { readonly canary: string | null; readonly holdsSealed: boolean },
): ProvenSecret | null {
  if (holdsSealed && !hasSecret(place)) throw goneSecret(place);
  return proveBy(place, canary === null ? [] : [proofOf(canary)]);
}

/** Whether a canary was sealed with this secret. */
export function opensCanary(canary: string, secret: string): boolean {
  return proofOf(canary)(secret);
}

function proveBy(place: SecretPlace, proofs: readonly Proof[]): ProvenSecret | null {
  if (!hasSecret(place)) {
    if (proofs.length === 0) return null;
    throw goneSecret(place);
  }
  const both = bothSecrets(place);
  const { sealing: present, alsoOpening: previous } = both.secret;
  const isProven = (secret: string) => proofs.length === 0 || proofs.some((proof) => proof(secret));
  if (isProven(present)) return both;
  if (previous !== null && isProven(previous))
    return { secret: { sealing: previous, alsoOpening: present }, isPresent: false };
  const source = place.given === null ? secretFile(place.dataFolder) : 'CVQ_SECRET';
  throw new BadSetting(
    `The secret in ${source} is not the one that the stores were sealed with. ${WAY_OUT} To replace it, see cvq secret rotate.`,
  );
}

function hasSecret({ given, dataFolder }: SecretPlace): boolean {
  return given !== null || existsSync(secretFile(dataFolder));
}

function goneSecret({ dataFolder }: SecretPlace): BadSetting {
  return new BadSetting(
    `The secret is gone: ${secretFile(dataFolder)} is missing, CVQ_SECRET is not set, and the stores hold what it sealed. ${WAY_OUT}`,
  );
}

/**
 * Use the present secret from now on, or a new one, where that which sealed what the stores hold is lost. False where it
 * is not lost: then nothing is written.
 */
export async function replaceLostSecret(place: SecretPlace, stores: Stores): Promise<boolean> {
  try {
    await proveSecret(place, stores);
    return false;
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
  }
  await acceptSecret(loadSecret(place.given, place.dataFolder), stores.control);
  return true;
}

function bothSecrets(place: SecretPlace): ProvenSecret {
  const sealing = loadSecret(place.given, place.dataFolder);
  const previous = loadPreviousSecret(place);
  return { secret: { sealing, alsoOpening: previous === sealing ? null : previous }, isPresent: true };
}

/** From now on this secret is the right one, whatever was sealed before. */
async function acceptSecret(secret: string, control: Stores['control']): Promise<void> {
  const sealed = createCanarySealer({ sealing: secret, alsoOpening: null }).seal(CANARY);
  await control.putSetting(SECRET_CANARY, Buffer.from(sealed).toString('base64'));
}

type Proof = (secret: string) => boolean;

function proofOf(canary: string): Proof {
  return proofBy(createCanarySealer, Buffer.from(canary, 'base64'));
}

/** What a store of an earlier version was sealed with: secrets of webhooks, and hashes of user data. */
async function sealedBefore({ control, openEventLog }: Stores): Promise<Proof[]> {
  const webhooks = (await control.listWebhooks()).flatMap(({ secrets }) => secrets);
  const eventLog = openEventLog();
  const userData = await eventLog.userData.newest().finally(() => eventLog.close());
  return [
    ...webhooks.map(({ sealed }) => proofBy(createSecretSealer, sealed)),
    ...(userData === null ? [] : [proofBy(createUserDataSealer, userData)]),
  ];
}

function proofBy(createSealer: typeof createCanarySealer, sealed: Uint8Array): Proof {
  return (secret) => canOpen(createSealer({ sealing: secret, alsoOpening: null }), sealed);
}
