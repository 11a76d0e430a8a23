import { z } from 'zod';
import { PLAN_CODES } from '../plans.ts';
import { ROLES } from '../roles.ts';
import { EmailText, PasswordText } from './sign-in-fields.ts';

/** Answer to `GET /dashboard-api/v1/sign-in`: what somebody meets who has not signed in. */
export const SignInStateResponse = z.object({
  data: z.object({
    signed_in: z.boolean(),
    needs_set_up: z.boolean().describe('Whether there is no person yet: the set-up link makes the first.'),
    refused: z.string().nullable().describe('Why nobody can sign in at this address, and what to do.'),
  }),
});
export type SignInStateResponse = z.infer<typeof SignInStateResponse>;

export const SignInBody = z.strictObject({ email: EmailText, password: PasswordText });

/** The person that has signed in, as the dashboard shows it. */
export const SignedInPerson = z.object({
  id: z.string().nullable().describe('usr_…; null for the owner of the demo, who is no person.'),
  name: z.string(),
  email: z.string().nullable(),
  is_superadmin: z.boolean().describe('Whether they see every project, and manage accounts and people.'),
  is_demo: z.boolean().describe('Whether it is the owner of the demo, until the first person signs up.'),
  projects: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        domain: z.string(),
        timezone: z.string(),
        currency: z.string(),
        role: z.enum(ROLES).describe('What they may do there.'),
        own_role: z
          .enum(ROLES)
          .nullable()
          .describe(
            'The part of it that no agency gives: by this they let others in, and delete the project. Null where they come by an agency alone.',
          ),
        account: z.object({ id: z.string(), name: z.string() }).describe('Whose project it is.'),
      }),
    )
    .describe('What they can reach, oldest first.'),
  accounts: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(['customer', 'agency']),
        plan: z.enum(PLAN_CODES),
        role: z.enum(ROLES),
      }),
    )
    .describe(
      'Accounts of which they are a member, except for agencies of which they see only some clients.',
    ),
  session: z.object({
    id: z.string().describe('ses_…'),
    created_at: z.iso.datetime().describe('When they signed in.'),
    ends_at: z.iso.datetime().describe('When they have to sign in again, however much they do.'),
    stepped_up_until: z.iso
      .datetime()
      .nullable()
      .describe('Until when the password need not be given again; null when it must.'),
  }),
});
export type SignedInPerson = z.infer<typeof SignedInPerson>;

/** Answer to `GET /dashboard-api/v1/me`, and to whatever signs somebody in. */
export const SignedInResponse = z.object({ data: SignedInPerson });
export type SignedInResponse = z.infer<typeof SignedInResponse>;

export const ChangeNameBody = z.strictObject({ name: z.string().min(1).max(300) });
export const StepUpBody = z.strictObject({ password: PasswordText });
export const ChangePasswordBody = z.strictObject({
  current_password: PasswordText,
  new_password: PasswordText,
  end_applications: z.boolean().optional().describe('Whether what applications may do is revoked too.'),
});
