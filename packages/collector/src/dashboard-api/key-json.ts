import type { CreateKeyResponse } from '@cvq/contract';
import type { KeyRecord } from '@cvq/storage';
import { keyState } from '../accounts/keys.ts';
import { isoOrNull } from '../iso-or-null.ts';

type Told = { readonly now: number; readonly createdBy: string | null };

/** A key as the dashboard API tells of it. `createdBy`: a name. */
export function keyJson(key: KeyRecord, { now, createdBy }: Told): Omit<CreateKeyResponse['data'], 'key'> {
  const { id, kind, name, last4, scopes, projects, agencyWide, createdAt, expiresAt } = key;
  return {
    id,
    kind,
    name,
    last4,
    scopes: [...scopes],
    agency_wide: agencyWide,
    projects: projects === 'all' ? 'all' : [...projects],
    created_at: new Date(createdAt).toISOString(),
    created_by: createdBy,
    expires_at: isoOrNull(expiresAt),
    state: keyState(key, now),
  };
}
