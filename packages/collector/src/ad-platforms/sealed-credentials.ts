import type { Integration } from '@cvq/storage';
import type { Sealer } from '../secrets/sealer.ts';
import type { Credentials } from './adapter.ts';

/** What is told where `openCredentials` has thrown, in place of what a platform would answer. */
export const UNREADABLE_CREDENTIALS = {
  code: 'credentials_unreadable',
  message: 'The credentials cannot be opened with the secret of this installation',
} as const;

/** The credentials of an integration were sealed with another secret, or are not as they were stored. */
export class CredentialsUnreadable extends Error {
  override readonly name = 'CredentialsUnreadable';

  constructor(cause: unknown) {
    super(UNREADABLE_CREDENTIALS.message, { cause });
  }
}

/** Credentials as an integration keeps them. */
export function sealCredentials(sealer: Pick<Sealer, 'seal'>, credentials: Credentials): Uint8Array {
  return sealer.seal(JSON.stringify(credentials));
}

/** @throws CredentialsUnreadable */
export function openCredentials(
  sealer: Pick<Sealer, 'open'>,
  { credentials }: Pick<Integration, 'credentials'>,
): Credentials {
  try {
    return JSON.parse(sealer.open(credentials)) as Credentials;
  } catch (error) {
    throw new CredentialsUnreadable(error);
  }
}
