import type { Scope } from '@cvq/contract';
import type { GrantRecord } from '../../control/grants.ts';

export const GRANT_COLUMNS = `
  oauth_grants.id, user_id AS userId, application_id AS applicationId, application_name AS applicationName, resource,
  oauth_grants.scopes, oauth_grants.projects, as_superadmin AS asSuperadmin, oauth_grants.created_at AS createdAt`;

export type GrantRow = Omit<GrantRecord, 'scopes' | 'projects' | 'asSuperadmin'> & {
  readonly scopes: string;
  readonly projects: string | null;
  readonly asSuperadmin: 0 | 1;
};

/** A grant as its row tells it. */
export function toGrant({ scopes, projects, asSuperadmin, ...row }: GrantRow): GrantRecord {
  return {
    ...row,
    scopes: JSON.parse(scopes) as Scope[],
    projects: projects === null ? 'all' : (JSON.parse(projects) as string[]),
    asSuperadmin: asSuperadmin === 1,
  };
}
