import { z } from 'zod';
import { PLAN_CODES } from '../plans.ts';

const name = z.string().min(1).max(300);
const kind = z.enum(['customer', 'agency']);
const plan = z.enum(PLAN_CODES);

/** Which account, in the path. */
export const AccountParams = z.strictObject({ account: z.string().describe('acc_…') });

export const CreateAccountBody = z.strictObject({ name, kind, plan });
export type CreateAccountBody = z.infer<typeof CreateAccountBody>;

/** What is left out does not change. */
export const ChangeAccountBody = z
  .strictObject({ name, plan: plan.describe('A superadmin may.'), suspended: z.boolean() })
  .partial();
export type ChangeAccountBody = z.infer<typeof ChangeAccountBody>;

/** An account, as those who may change it see it. */
export const ListedAccount = z.object({
  id: z.string().describe('acc_…'),
  name: z.string(),
  kind,
  plan,
  suspended_at: z.iso.datetime().nullable().describe('Since when nobody reaches its projects.'),
  projects: z.int(),
  members: z.int().describe('Of the whole account.'),
  active_keys: z.int().describe('Secret keys that are neither revoked nor expired.'),
  allowed_keys: z.int().describe('How many of these the plan allows.'),
});
export type ListedAccount = z.infer<typeof ListedAccount>;

/** What making and changing an account answers. */
export const AccountResponse = z.object({ data: ListedAccount });
export type AccountResponse = z.infer<typeof AccountResponse>;

export const ListAccountsResponse = z.object({
  data: z.array(ListedAccount),
  meta: z.object({
    plans: z
      .array(z.object({ code: plan, keys: z.int(), agency_wide_keys: z.boolean() }))
      .describe('What can be chosen, from the least to the most.'),
  }),
});
export type ListAccountsResponse = z.infer<typeof ListAccountsResponse>;
