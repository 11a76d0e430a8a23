import { opensCanary } from '../secrets/open-secret.ts';
import type { SecretFiles } from '../secrets/secret-files.ts';
import type { SecretPlace } from '../secrets/secret-place.ts';

/** Where the secret is that opens a backup, in words; `isKnown` is false where nobody who restores it would find one. */
export type SecretOfBackup = { readonly isKnown: boolean; readonly words: string };

type Copied = {
  /** What only the secret of the copied stores opens: null where nothing is sealed, or why it cannot be read. */
  readonly canary: string | null | Error;
  /** Whether anything is sealed, also in copies that are so old that nothing proves by which secret. */
  readonly holdsSealed: boolean;
  /** What is in the backup. */
  readonly packed: SecretFiles;
};

/** Tried, and not believed: the settings of a command may be others than those of the collector. */
export function secretOfBackup(
  { given, previous }: Omit<SecretPlace, 'dataFolder'>,
  { canary, holdsSealed, packed }: Copied,
): SecretOfBackup {
  if (canary instanceof Error) return { isKnown: false, words: UNREAD };
  const isOpenedBy = (secrets: readonly (string | null)[]) =>
    canary === null || secrets.some((secret) => secret !== null && opensCanary(canary, secret));
  const ofFiles = [packed.secret, packed.previous];
  if (given !== null)
    return isOpenedBy([given, previous])
      ? { isKnown: true, words: ofSettings({ given, previous }, packed) }
      : { isKnown: false, words: ofOtherSetting(isOpenedBy(ofFiles)) };
  if (packed.secret === null)
    return canary === null && !holdsSealed
      ? { isKnown: true, words: 'There is no secret yet.' }
      : { isKnown: false, words: `it has no secret, and the stores in it are sealed with one. ${WAY_OUT}` };
  return isOpenedBy([...ofFiles, previous])
    ? { isKnown: true, words: ofFile(previous !== null) }
    : {
        isKnown: false,
        words: `the secret in it is not the one that its stores are sealed with. ${WAY_OUT}`,
      };
}

const UNREAD =
  'nobody can tell whether its secret opens it: this version cannot read the control store in it. Look at what cvq check says.';

const WAY_OUT =
  'Without that one they do not open. Run the command with the settings of the collector, and look at what cvq check says.';

type Settings = { readonly given: string; readonly previous: string | null };

function ofSettings(settings: Settings, packed: SecretFiles): string {
  const { given, previous } = settings;
  const ofFiles = [packed.secret, packed.previous].filter((secret) => secret !== null);
  const areIn = ofFiles.filter((secret) => secret === given || secret === previous);
  const where = previous === null ? whereOne(areIn.length > 0) : whereTwo(areIn.length > 0);
  return areIn.length < ofFiles.length
    ? `${where} The file secret is not used while CVQ_SECRET is set.`
    : where;
}

const whereOne = (isIn: boolean) =>
  isIn
    ? 'The secret is in CVQ_SECRET, and in the backup as well, since a file has it: keep it as safe as the data folder.'
    : 'The secret is in CVQ_SECRET, and not in the backup: keep it with it.';

const UNTIL_ROTATED = 'until cvq secret rotate has ended and another backup is made.';
const whereTwo = (isIn: boolean) =>
  isIn
    ? `The secrets are in CVQ_SECRET and CVQ_SECRET_PREVIOUS: keep both with it, ${UNTIL_ROTATED} One of them is in the backup as well: keep it as safe as the data folder.`
    : `The secrets are in CVQ_SECRET and CVQ_SECRET_PREVIOUS, and not in the backup: keep both with it, ${UNTIL_ROTATED}`;

function ofOtherSetting(isInFile: boolean): string {
  return isInFile
    ? 'CVQ_SECRET is not the secret that its stores are sealed with. The one in the data folder is, and is in the backup: unset CVQ_SECRET.'
    : `CVQ_SECRET is not the secret that its stores are sealed with. ${WAY_OUT}`;
}

function ofFile(isRotating: boolean): string {
  const inIt = 'The secret is in it: keep it as safe as the data folder.';
  return isRotating
    ? `${inIt} The one before it is in CVQ_SECRET_PREVIOUS, and not in the backup: keep that with it.`
    : inIt;
}
