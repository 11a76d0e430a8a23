import type { ApplicationRecord } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import type { ApplicationMetadata } from './application-metadata.ts';
import { forgetEnded } from './forget-ended.ts';
import type { GrantDeps } from './grant-deps.ts';

/**
 * Keep an application that registers itself (RFC 7591). It gets an id and no secret: whoever installs a program could read
 * one, so that every application proves by PKCE that a code is its own.
 */
export async function registerApplication(
  { control, now }: Pick<GrantDeps, 'control' | 'now'>,
  { name, redirectUris }: ApplicationMetadata,
): Promise<ApplicationRecord> {
  const at = now();
  const application = { id: `app_${randomBase62(24)}`, name, redirectUris, createdAt: at };
  await forgetEnded(control, at);
  await control.addApplication(application);
  return application;
}
