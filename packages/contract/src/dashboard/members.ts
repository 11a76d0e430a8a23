import { z } from 'zod';
import { ROLES } from '../roles.ts';

/** Where somebody is a member: one of the two. */
const PLACE = {
  account: z.string().optional().describe('acc_…, or a project.'),
  project: z.string().optional().describe('proj_…, or an account.'),
};

const user = z.string().describe('usr_… or the e-mail address.');

export const MemberParams = z.strictObject({ user });
export const MembersQuery = z.strictObject(PLACE);
export const ChangeRoleBody = z.strictObject({ ...PLACE, role: z.enum(ROLES) });
export const AddMemberBody = z.strictObject({ ...PLACE, user, role: z.enum(ROLES) });

export const RestrictMemberBody = z.strictObject({
  agency: z.string().describe('acc_… of the agency.'),
  clients: z
    .array(z.string())
    .max(1000)
    .nullable()
    .describe('acc_… of the only clients that they see; null for all of them, and the agency itself.'),
});

/** Somebody who is a member of an account, or of one project of it. */
export const ListedMember = z.object({
  user: z.string().describe('usr_…'),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  account: z.string().nullable().describe('acc_… whose member they are; null where it is one project.'),
  project: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('The project whose member they are; null where it is the whole account.'),
  clients: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .nullable()
    .describe('The only clients that a member of an agency sees; null where nothing is restricted.'),
  is_disabled: z.boolean().describe('Whether they cannot sign in.'),
});
export type ListedMember = z.infer<typeof ListedMember>;

/** What adding and changing a member answers. */
export const MemberResponse = z.object({ data: ListedMember });
export type MemberResponse = z.infer<typeof MemberResponse>;

export const ListMembersResponse = z.object({ data: z.array(ListedMember) });
export type ListMembersResponse = z.infer<typeof ListMembersResponse>;
