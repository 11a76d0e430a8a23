import { z } from 'zod';
import { AD_PLATFORMS, DELIVERY_STATUSES, INTEGRATION_STATES, SEND_CHOICES } from '../ad-platforms.ts';
import { project } from './project-field.ts';

const platform = z.enum(AD_PLATFORMS);

/** Which integration is meant: a project has one of each platform at most. */
export const IntegrationParams = z.strictObject({ project, platform });

const actions = z.record(z.string(), z.string());

/** What is set for an integration: never its credentials. */
export const IntegrationSettings = z.object({
  id: z.string().describe('int_…'),
  project,
  platform,
  state: z.enum(INTEGRATION_STATES),
  account: z.string().describe('That conversions go to.'),
  login_account: z.string().nullable().describe('Through which it is reached.'),
  spend_account: z.string().nullable().describe('Whose spend is read, where it is another one.'),
  actions: actions.describe('What the platform calls each event type.'),
  send: z.enum(SEND_CHOICES),
  sends_from: z.iso.datetime().describe('What was received before is not sent.'),
  problem: z
    .object({ code: z.string(), message: z.string(), at: z.iso.datetime() })
    .nullable()
    .describe('What the platform said where it has to be connected anew.'),
  created_at: z.iso.datetime(),
});
export type IntegrationSettings = z.infer<typeof IntegrationSettings>;

/** An integration with how it does. */
export const ShownIntegration = IntegrationSettings.extend({
  is_demo: z.boolean().describe('It has no credentials, and gives way when the platform is connected.'),
  today: z
    .record(z.enum(DELIVERY_STATUSES), z.int())
    .describe('How many deliveries of conversions of today stand where.'),
  blocked: z
    .array(z.object({ reason: z.string().nullable(), deliveries: z.int(), message: z.string().nullable() }))
    .describe('What waits until somebody sets something right; of each integration counted to 10,000.'),
  throttled: z
    .object({ since: z.iso.datetime(), until: z.iso.datetime(), code: z.string().nullable() })
    .nullable()
    .describe('The platform asked to be left alone.'),
});
export type ShownIntegration = z.infer<typeof ShownIntegration>;

export const ListIntegrationsResponse = z.object({ data: z.array(ShownIntegration) });
export type ListIntegrationsResponse = z.infer<typeof ListIntegrationsResponse>;

/** Much longer than the longest key file. */
const MAX_CREDENTIALS_LENGTH = 20_000;
/** More than any account id and any address that a browser ends at. */
const MAX_LINE_LENGTH = 8_000;

const line = z.string().max(MAX_LINE_LENGTH);

const CREDENTIALS = {
  credentials: z
    .string()
    .max(MAX_CREDENTIALS_LENGTH)
    .describe('The text of the file, or the token. It is sealed, and no answer has it.'),
};

const SETTINGS = {
  account_id: line,
  login_account_id: line.optional(),
  spend_account_id: line.optional(),
  map: actions.describe('What the platform calls each event type.'),
  send: z.enum(SEND_CHOICES).optional(),
  ...CREDENTIALS,
  consent: line.optional().describe('As asking for the consent gave it.'),
  answer: line.optional().describe('The address that the browser ended at after the consent.'),
  since: z
    .string()
    .optional()
    .describe('A date of the project: what was received from then on is sent as well.'),
};

export const ConnectIntegrationBody = z.strictObject({
  ...SETTINGS,
  dry_run: z.boolean().describe('Build what would be sent, and send nothing.'),
});
export type ConnectIntegrationBody = z.infer<typeof ConnectIntegrationBody>;

/** What is left out does not change. */
export const UpdateIntegrationBody = z.strictObject({
  ...z.object(SETTINGS).partial().shape,
  live: z.literal(true).optional().describe('End the dry run.'),
});
export type UpdateIntegrationBody = z.infer<typeof UpdateIntegrationBody>;

/** What connecting, changing, pausing and resuming answers. */
export const IntegrationChangedResponse = z.object({
  data: z.object({
    integration: IntegrationSettings,
    due: z.int().describe('How many of its deliveries are due now.'),
    mapping_problems: z
      .array(z.string())
      .describe('What the platform says of the mapping, where it would not refuse conversions for it.'),
  }),
});
export type IntegrationChangedResponse = z.infer<typeof IntegrationChangedResponse>;

export const RemoveIntegrationResponse = z.object({
  data: z.object({ id: z.string(), cancelled: z.int().describe('Deliveries that are not sent any more.') }),
});

export const TestIntegrationResponse = z.object({
  data: z.object({
    ok: z.boolean(),
    checks: z.array(
      z.object({
        what: z.string().describe('What was checked, in words.'),
        ok: z.boolean(),
        problem: z.string().nullable().describe('What is wrong and how to mend it.'),
      }),
    ),
  }),
});
export type TestIntegrationResponse = z.infer<typeof TestIntegrationResponse>;

export const CountEarlierQuery = z.strictObject({
  since: z.string().describe('A date of the project, such as 2026-11-01.'),
});

export const CountEarlierResponse = z.object({
  data: z.object({
    since: z.iso.datetime().describe('When that day begins.'),
    count: z
      .int()
      .describe(
        'How many conversions from before would be sent: those that reports count, and whose event type is mapped.',
      ),
    taken: z
      .int()
      .describe('How many of them the platform has, or may have, by an integration that was removed.'),
  }),
});
export type CountEarlierResponse = z.infer<typeof CountEarlierResponse>;

export const ListBuiltRequestsResponse = z.object({
  data: z.array(
    z.object({
      conversion: z.string().describe('conv_…'),
      built_at: z.iso.datetime(),
      request: z.unknown().describe('What would be sent, with `[hash]` for each hash and no token.'),
    }),
  ),
});
export type ListBuiltRequestsResponse = z.infer<typeof ListBuiltRequestsResponse>;

export const AskConsentBody = z.strictObject(CREDENTIALS);

export const AskConsentResponse = z.object({
  data: z
    .object({
      address: z.string().describe('To be opened by somebody who may manage the account.'),
      consent: z.string().describe('To be handed back with the answer, within an hour.'),
    })
    .nullable()
    .describe('Null where the credentials need no consent.'),
});
export type AskConsentResponse = z.infer<typeof AskConsentResponse>;
