import { z } from 'zod';
import { AD_CONSENT_DEFAULTS } from '../ad-platforms.ts';
import { MAX_PROJECT_NAMES, RETENTION_DAYS } from '../constants.ts';
import { project } from './project-field.ts';

export const ProjectParams = z.strictObject({ project });

const FIELDS = {
  name: z.string().describe('What people call it.'),
  domain: z.string().describe('The host name of the site, such as www.example.com.'),
  timezone: z.string().describe('The IANA time zone in which its days begin.'),
  currency: z.string().describe('The ISO 4217 code of its totals, and of amounts that are sent without one.'),
  hosts: z
    .array(z.string())
    .max(MAX_PROJECT_NAMES)
    .nullable()
    .describe('The only hosts beside its domain whose events count; null counts every host.'),
  redacted_names: z
    .array(z.string())
    .max(MAX_PROJECT_NAMES)
    .nullable()
    .describe('Parameters that are cut from addresses beside the usual ones; null cuts none at all.'),
  persons: z.enum(['on', 'off']).describe('off counts every visitor by itself.'),
  ad_consent: z
    .enum(AD_CONSENT_DEFAULTS)
    .describe('What counts at ad platforms where a visitor said nothing.'),
  retention_days: z
    .int()
    .nullable()
    .describe(
      `After so many days, ${RETENTION_DAYS.fewest} to ${RETENTION_DAYS.most}, what happened is deleted for good; null keeps all.`,
    ),
};

/** Everything that is set for a project. */
export const ProjectSettings = z.object({
  id: project.describe('proj_…, which is the public tracking key.'),
  account: z.object({ id: z.string().describe('acc_…'), name: z.string() }).describe('Who owns it.'),
  ...FIELDS,
  created_at: z.iso.datetime(),
});
export type ProjectSettings = z.infer<typeof ProjectSettings>;

/** What reading, making and changing a project answers. */
export const ProjectSettingsResponse = z.object({ data: ProjectSettings });
export type ProjectSettingsResponse = z.infer<typeof ProjectSettingsResponse>;

const { name, domain, timezone, currency, hosts, redacted_names } = FIELDS;

export const CreateProjectBody = z.strictObject({
  domain,
  name: name.optional().describe('The domain, unless given.'),
  timezone: timezone.optional().describe('UTC, unless given.'),
  currency: currency.optional().describe('EUR, unless given.'),
  account: z
    .string()
    .optional()
    .describe('acc_… that is to own it. A superadmin may leave it out: then it is the first account.'),
});

/** What is left out does not change. */
export const UpdateProjectBody = z
  .strictObject({
    ...FIELDS,
    from: z
      .strictObject({ hosts, redacted_names })
      .partial()
      .describe(
        'The lists as they were when somebody began to change them: what others have put into them or taken out since stays so.',
      ),
  })
  .partial();
export type UpdateProjectBody = z.infer<typeof UpdateProjectBody>;

export const DeleteProjectBody = z.strictObject({
  domain: z.string().describe('The domain of the project, as a confirmation.'),
});
