import type { GrantRecord } from '@cvq/storage';
import type { LogOfGrant } from './logs-of-grant.ts';

/** What an audit log tells of a grant: of projects, those of its own account. */
export function toldOf({ applicationId, scopes, asSuperadmin }: GrantRecord, { projects }: LogOfGrant) {
  return { application: applicationId, scopes, projects, as_superadmin: asSuperadmin };
}
