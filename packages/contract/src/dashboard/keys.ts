import { z } from 'zod';
import { KEY_EXPIRIES, SCOPES } from '../constants.ts';
import { PLAN_CODES } from '../plans.ts';

const KEY_KINDS = ['secret', 'server'] as const;

export const KeyParams = z.strictObject({ key: z.string().describe('key_…') });

const projects = z.union([z.literal('all'), z.array(z.string()).min(1).max(1000)]);

export const CreateKeyBody = z.strictObject({
  kind: z.enum(KEY_KINDS).describe('Whether it reads, or writes events of a server.'),
  name: z.string().min(1).max(300).describe('What it is for.'),
  scopes: z
    .array(z.enum(SCOPES))
    .max(SCOPES.length)
    .describe('What a secret key may do; none of a server key.'),
  projects: projects.describe('Ids, or all. A server key is for one.'),
  agency_wide: z
    .boolean()
    .optional()
    .describe('Whether it reaches the projects of every client of the agency.'),
  expiry: z.enum(KEY_EXPIRIES).optional().describe('Days until it ends, or never; 90 unless given.'),
});

export type CreateKeyBody = z.input<typeof CreateKeyBody>;

/** A key as it is shown: never the key itself. */
const ShownKey = z.object({
  id: z.string().describe('key_…'),
  kind: z.enum(KEY_KINDS),
  name: z.string(),
  last4: z.string().describe('Its last four characters.'),
  scopes: z.array(z.enum(SCOPES)),
  projects: z
    .union([z.literal('all'), z.array(z.string())])
    .describe('Ids of those that it names and that its account still reaches, or all.'),
  agency_wide: z.boolean(),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable().describe('The name of who made it; null for nobody, and who is gone.'),
  expires_at: z.iso.datetime().nullable(),
  state: z
    .enum(['active', 'no_project', 'revoked', 'expired'])
    .describe(
      'no_project: those that it names are deleted, moved to another account, or of a client that the agency works for no more.',
    ),
});

/** A key in the list, with what has been asked with it in the UTC day and minute of now. */
export const AccountKey = ShownKey.extend({
  last_used_at: z.iso.datetime().nullable().describe('To a minute; null for never.'),
  requests_today: z.int(),
  requests_this_minute: z.int(),
  requests_at_once: z.int().describe('Requests that run now.'),
});
export type AccountKey = z.infer<typeof AccountKey>;

/** Answer to `GET /dashboard-api/v1/accounts/{account}/keys`, the oldest first. */
export const ListKeysResponse = z.object({
  data: z.array(AccountKey),
  meta: z.object({
    kind: z.enum(['customer', 'agency']).describe('Of the account.'),
    plan: z.enum(PLAN_CODES),
    active_keys: z.int().describe('Secret keys that are neither revoked nor expired.'),
    limits: z
      .object({
        keys: z.int().describe('How many of those the plan allows.'),
        agency_wide_keys: z.boolean(),
        requests_per_minute: z.int(),
        requests_per_day: z.int(),
        requests_at_once: z.int(),
      })
      .describe('Of the plan. Those of requests are for each key.'),
    day_ends_at: z.iso.datetime().describe('When requests of the day are counted anew: midnight in UTC.'),
  }),
});
export type ListKeysResponse = z.infer<typeof ListKeysResponse>;

/** Answer to `POST /dashboard-api/v1/accounts/{account}/keys`. */
export const CreateKeyResponse = z.object({
  data: ShownKey.extend({ key: z.string().describe('The key itself. It is shown this once.') }),
});
export type CreateKeyResponse = z.infer<typeof CreateKeyResponse>;
