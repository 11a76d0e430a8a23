import { z } from 'zod';
import { SCOPES } from '../constants.ts';
import { ROLES } from '../roles.ts';

/** Longer than any request of an application. */
const MAX_QUERY = 8192;

export const BeginAuthorizationBody = z.strictObject({
  query: z.string().max(MAX_QUERY).describe('What the address has after `?`, as the application wrote it.'),
});

/** What an application asks for, for the page on which a person decides. */
const AskedAuthorization = z.object({
  id: z.string().describe('aut_…; only the session that opened it can decide, once.'),
  expires_at: z.iso.datetime(),
  application: z.object({
    name: z.string().describe('As it calls itself.'),
    host: z
      .string()
      .nullable()
      .describe('Who vouches for the name; null where it registered itself, as anybody can.'),
  }),
  redirect: z.object({
    host: z.string().describe('Where the answer goes.'),
    is_loopback: z.boolean().describe('Whether that is a program on the machine of the browser.'),
  }),
  scopes: z.array(z.enum(SCOPES)).describe('What it asks for, without what the person could not use.'),
  is_superadmin: z.boolean().describe('Whether the person may let it see every project.'),
  earlier: z
    .object({ scopes: z.array(z.enum(SCOPES)), projects: z.array(z.string()).nullable() })
    .nullable()
    .describe('What the person allows it already, which a decision replaces; projects are null for all.'),
  projects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      domain: z.string(),
      role: z.enum(ROLES),
      as_superadmin: z.boolean().describe('Whether it is reached as a superadmin alone.'),
    }),
  ),
});
export type AskedAuthorization = z.infer<typeof AskedAuthorization>;

/** Answer to `POST /dashboard-api/v1/authorizations`. */
export const BeginAuthorizationResponse = z.object({
  data: z.object({
    asked: AskedAuthorization.nullable(),
    redirect_to: z
      .string()
      .nullable()
      .describe(
        'Where the application is told why it is refused: the browser goes there at once, unless `refusal` says something.',
      ),
    refusal: z.string().nullable().describe('What the person is told before they go there by themselves.'),
  }),
});
export type BeginAuthorizationResponse = z.infer<typeof BeginAuthorizationResponse>;

export const AuthorizationParams = z.strictObject({ authorization: z.string().describe('aut_…') });

export const AllowAuthorizationBody = z.strictObject({
  scopes: z.array(z.enum(SCOPES)).describe('Of those that are asked for, at least one.'),
  projects: z.array(z.string()).max(10_000).nullable().describe('Null for all, also for those to come.'),
  as_superadmin: z.boolean(),
});
export type AllowAuthorizationBody = z.infer<typeof AllowAuthorizationBody>;

/** Answer to a decision on an authorization. */
export const DecidedAuthorizationResponse = z.object({
  data: z.object({ redirect_to: z.string().describe('Where the browser takes the answer.') }),
});
export type DecidedAuthorizationResponse = z.infer<typeof DecidedAuthorizationResponse>;

/** Answer to `GET /dashboard-api/v1/grants`: the applications that the person let in. */
export const ListGrantsResponse = z.object({
  data: z.array(
    z.object({
      id: z.string().describe('grt_…'),
      application: z.string().describe('As it calls itself.'),
      host: z.string().nullable().describe('Who vouches for the name; null where nobody does.'),
      redirect_hosts: z
        .array(z.string())
        .describe('Where answers may go, of one that registered itself, as anybody can.'),
      scopes: z.array(z.enum(SCOPES)),
      projects: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .nullable()
        .describe(
          'Those that it is limited to and that the person still reaches; null where it is not limited.',
        ),
      as_superadmin: z.boolean().describe('Whether it sees every project of the installation.'),
      created_at: z.iso.datetime(),
      last_used_at: z.iso.datetime().nullable().describe('To about a minute; null where it was never used.'),
    }),
  ),
});
export type ListGrantsResponse = z.infer<typeof ListGrantsResponse>;

export const GrantParams = z.strictObject({ grant: z.string().describe('grt_…') });
