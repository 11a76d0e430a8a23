import type { ProjectSettings } from '@cvq/contract';
import type { ControlStore, ProjectRecord } from '@cvq/storage';

/** A project with everything that is set for it, as the dashboard API shows it. */
export async function projectSettingsJson(
  project: ProjectRecord,
  control: Pick<ControlStore, 'findAccount'>,
): Promise<ProjectSettings> {
  const { id, accountId, name, domain, timezone, currency, hosts, redactedNames, persons, adConsent } =
    project;
  const account = await control.findAccount(accountId);
  return {
    id,
    account: { id: accountId, name: account?.name ?? accountId },
    name,
    domain,
    timezone,
    currency,
    persons,
    hosts: hosts && [...hosts],
    redacted_names: redactedNames && [...redactedNames],
    ad_consent: adConsent,
    retention_days: project.retentionDays,
    created_at: new Date(project.createdAt).toISOString(),
  };
}
