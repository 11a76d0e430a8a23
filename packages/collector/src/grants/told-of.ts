import type { GrantRecord } from '@cvq/storage';

/** What the audit log tells of a grant. */
export function toldOf({ applicationId, scopes, projects, asSuperadmin }: GrantRecord) {
  return { application: applicationId, scopes, projects, as_superadmin: asSuperadmin };
}
