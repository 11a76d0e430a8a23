import type { Integration } from '@cvq/storage';
import type { Sealer } from '../secrets/sealer.ts';
import type { Credentials } from './adapter.ts';

/** What is told where `openCredentials` has thrown, in place of what a platform would answer. */
export const UNREADABLE_CREDENTIALS = {
  code: 'credentials_unreadable',
  message: 'The credentials cannot be opened with the secret of this installation',
} as const;

/** Credentials as an integration keeps them. */
export function sealCredentials(sealer: Pick<Sealer, 'seal'>, credentials: Credentials): Uint8Array {
  return sealer.seal(JSON.stringify(credentials));
}

/** @throws when the installation's secret is not the one that they were sealed with. */
export function openCredentials(
  sealer: Pick<Sealer, 'open'>,
  { credentials }: Pick<Integration, 'credentials'>,
): Credentials {
  return JSON.parse(sealer.open(credentials)) as Credentials;
}
