import { existsSync } from 'node:fs';
import { type ControlStore, type EventLog, SECRET_CANARY } from '@cvq/storage';
import { BadSetting } from '../config.ts';
import { loadSecret, secretFile } from './load-secret.ts';
import { canOpen, createSealer, createSecretSealer, createUserDataSealer, type Sealer } from './sealer.ts';

/** What the canary says once it is opened. */
const CANARY = 'sealed by cvq';

const WAY_OUT =
  'Restore it from a backup. If it is lost for good, cvq secret accept goes on with a new one: see docs/settings.md.';

type Place = { readonly given: string | null; readonly dataFolder: string };
type Stores = {
  readonly control: Pick<ControlStore, 'getSetting' | 'putSetting' | 'listWebhooks'>;
  /** Called where nothing but what was sealed before can prove the secret. It is closed then. */
  readonly openEventLog: () => EventLog;
};

/**
 * The installation's secret, proven to be the one that sealed what the stores hold. A store that has no canary yet proves
 * it by what it holds, and gets one.
 * @throws BadSetting when the secret is lost or another one.
 */
export async function openSecret(place: Place, stores: Stores): Promise<string> {
  const secret = (await proveSecret(place, stores)) ?? loadSecret(place.given, place.dataFolder);
  if ((await stores.control.getSetting(SECRET_CANARY)) === null) await acceptSecret(secret, stores.control);
  return secret;
}

/**
 * The same without writing anything; null where nothing is sealed yet and no secret is made.
 * @throws BadSetting when the secret is lost or another one.
 */
export async function proveSecret({ given, dataFolder }: Place, stores: Stores): Promise<string | null> {
  const canary = await stores.control.getSetting(SECRET_CANARY);
  const proofs = canary === null ? await sealedBefore(stores) : [proofOf(canary)];
  const file = secretFile(dataFolder);
  if (given === null && !existsSync(file)) {
    if (proofs.length === 0) return null;
    throw new BadSetting(
      `The secret is gone: ${file} is missing, CVQ_SECRET is not set, and the stores hold what it sealed. ${WAY_OUT}`,
    );
  }
  const secret = loadSecret(given, dataFolder);
  if (proofs.length > 0 && !proofs.some((proof) => proof(secret))) {
    const place = given === null ? file : 'CVQ_SECRET';
    throw new BadSetting(
      `The secret in ${place} is not the one that the stores were sealed with. ${WAY_OUT}`,
    );
  }
  return secret;
}

/**
 * Use the present secret from now on, or a new one, where that which sealed what the stores hold is lost. False where it
 * is not lost: then nothing is written.
 */
export async function replaceLostSecret(place: Place, stores: Stores): Promise<boolean> {
  try {
    await proveSecret(place, stores);
    return false;
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
  }
  await acceptSecret(loadSecret(place.given, place.dataFolder), stores.control);
  return true;
}

/** From now on this secret is the right one, whatever was sealed before. */
async function acceptSecret(secret: string, control: Stores['control']): Promise<void> {
  const sealed = canarySealer(secret).seal(CANARY);
  await control.putSetting(SECRET_CANARY, Buffer.from(sealed).toString('base64'));
}

type Proof = (secret: string) => boolean;

function proofOf(canary: string): Proof {
  const sealed = Buffer.from(canary, 'base64');
  return (secret) => canOpen(canarySealer(secret), sealed);
}

/** What a store of an earlier version was sealed with: secrets of webhooks, and hashes of user data. */
async function sealedBefore({ control, openEventLog }: Stores): Promise<Proof[]> {
  const webhooks = (await control.listWebhooks()).flatMap(({ secrets }) => secrets);
  const eventLog = openEventLog();
  const userData = await eventLog.userData.newest().finally(() => eventLog.close());
  return [
    ...webhooks.map(
      ({ sealed }): Proof =>
        (secret) =>
          canOpen(createSecretSealer(secret), sealed),
    ),
    ...(userData === null ? [] : [(secret: string) => canOpen(createUserDataSealer(secret), userData)]),
  ];
}

function canarySealer(secret: string): Sealer {
  return createSealer(secret, 'canary');
}
