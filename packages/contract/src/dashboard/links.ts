import { z } from 'zod';
import { ROLES } from '../roles.ts';
import { EmailText, LinkToken, PasswordText } from './sign-in-fields.ts';

const name = z
  .string()
  .min(1)
  .max(300)
  .optional()
  .describe('What people are called; the address, unless given.');

export const SetUpBody = z.strictObject({ token: LinkToken, email: EmailText, name, password: PasswordText });
/** As the owner of the demo, whose session stands in for the link. */
export const SignUpBody = SetUpBody.omit({ token: true });
export const OpenDemoBody = z.strictObject({ token: LinkToken });
export const RedeemResetBody = z.strictObject({ token: LinkToken, password: PasswordText });
export const ReadInvitationBody = z.strictObject({ token: LinkToken });
export const RedeemInvitationBody = z.strictObject({
  token: LinkToken,
  name,
  password: PasswordText.optional().describe(
    'Of somebody new. Who is a person already signs in first, and gives none.',
  ),
});

/** Answer to `POST /dashboard-api/v1/invitations/read`: what a link invites to. */
export const ReadInvitationResponse = z.object({
  data: z.object({
    email: z.string().describe('Whom it invites.'),
    role: z.enum(ROLES),
    to: z.string().describe('The name of the account or the project.'),
    is_yours: z
      .boolean()
      .describe(
        'Whether whom it invites has signed in here. Nobody else is told whether there is such a person.',
      ),
    expires_at: z.iso.datetime(),
  }),
});
export type ReadInvitationResponse = z.infer<typeof ReadInvitationResponse>;

export const InviteBody = z.strictObject({
  email: EmailText,
  role: z.enum(ROLES),
  account: z.string().optional().describe('acc_…, or a project.'),
  project: z.string().optional().describe('proj_…, or an account.'),
});
export type InviteBody = z.infer<typeof InviteBody>;

/** An invitation that nobody has redeemed yet. Its link is shown once, when it is made. */
const Invitation = z.object({
  id: z.string().describe('lnk_…'),
  email: z.string(),
  role: z.enum(ROLES),
  account: z.string().nullable(),
  project: z.string().nullable(),
  expires_at: z.iso.datetime(),
});

export const InviteResponse = z.object({
  data: Invitation.extend({ link: z.url().describe('To be handed to whom it invites. It works once.') }),
});
export type InviteResponse = z.infer<typeof InviteResponse>;

export const ListInvitationsResponse = z.object({ data: z.array(Invitation) });
export type ListInvitationsResponse = z.infer<typeof ListInvitationsResponse>;

export const InvitationParams = z.strictObject({ invitation: z.string().describe('lnk_…') });

export const CreateResetBody = z.strictObject({ user: z.string().describe('usr_… or the e-mail address.') });

/** A link by which a person chooses a new password. */
export const CreateResetResponse = z.object({
  data: z.object({ link: z.url(), expires_at: z.iso.datetime() }),
});
export type CreateResetResponse = z.infer<typeof CreateResetResponse>;
