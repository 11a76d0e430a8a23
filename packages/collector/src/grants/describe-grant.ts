import type { ListGrantsResponse } from '@cvq/contract';
import type { ControlStore, ListedGrant } from '@cvq/storage';
import { isoOrNull } from '../iso-or-null.ts';
import { principalOf } from './logs-of-grant.ts';
import { describeRedirect } from './redirect-uri.ts';

/** A grant as people and commands see it. */
export async function describeGrant(
  grant: ListedGrant,
  control: Pick<ControlStore, 'findApplication' | 'reach'>,
): Promise<ListGrantsResponse['data'][number]> {
  const { id, applicationId, applicationName, scopes, projects, asSuperadmin, createdAt, lastUsedAt } = grant;
  const reached = projects === 'all' ? null : await control.reach(principalOf(grant));
  const { redirectUris: redirects = [] } = (await control.findApplication(applicationId)) ?? {};
  return {
    id,
    application: applicationName,
    host: URL.parse(applicationId)?.host ?? null,
    redirect_hosts: [...new Set(redirects.map((address) => describeRedirect(address).host))],
    scopes: [...scopes],
    as_superadmin: asSuperadmin,
    projects: reached?.map((project) => ({ id: project.id, name: project.name })) ?? null,
    created_at: new Date(createdAt).toISOString(),
    last_used_at: isoOrNull(lastUsedAt),
  };
}
