import { z } from 'zod';
import { EmailText } from './sign-in-fields.ts';

export const UserParams = z.strictObject({ user: z.string().describe('usr_… or the e-mail address.') });

export const CreateUserBody = z.strictObject({
  email: EmailText,
  name: z.string().min(1).max(300).optional().describe('What people are called; the address, unless given.'),
  superadmin: z
    .boolean()
    .optional()
    .describe('Whether they see every project, and manage accounts and people.'),
});
export type CreateUserBody = z.infer<typeof CreateUserBody>;

/** A person, as superadmins see them. */
export const ListedUser = z.object({
  id: z.string().describe('usr_…'),
  email: z.string(),
  name: z.string(),
  is_superadmin: z.boolean(),
  disabled_at: z.iso.datetime().nullable().describe('Since when they are refused.'),
  created_at: z.iso.datetime(),
  memberships: z.int().describe('Of how many accounts and projects they are a member.'),
});
export type ListedUser = z.infer<typeof ListedUser>;

/** What making and changing a person answers. */
export const UserResponse = z.object({ data: ListedUser });
export type UserResponse = z.infer<typeof UserResponse>;

export const ListUsersResponse = z.object({ data: z.array(ListedUser) });
export type ListUsersResponse = z.infer<typeof ListUsersResponse>;
