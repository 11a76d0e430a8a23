import { z } from 'zod';
import { wholeNumber } from '../read/whole-number.ts';

export const AuditLogQuery = z.strictObject({
  account: z.string().optional().describe('acc_… that it is about. A superadmin may leave it out.'),
  project: z.string().optional().describe('Only changes of this project, proj_….'),
  action: z.string().max(100).optional().describe('Only this, such as create_key.'),
  user: z.string().optional().describe('Only what this person did, usr_….'),
  before: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Only what is older than the entry with this id: next_before of the answer before.'),
  limit: wholeNumber(1, 1000).optional().describe('How many to answer; 50 if left out.'),
});

/** A change, and who made it. */
export const ListedAuditEntry = z.object({
  id: z.int().describe('Ascending.'),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z
      .enum(['person', 'operator', 'key', 'demo', 'other_account'])
      .describe('operator: at the command line. other_account: somebody of the other side of an agency.'),
    id: z.string().nullable().describe('usr_… or key_…'),
    name: z.string().nullable().describe('The e-mail address of a person, the name of a key.'),
  }),
  surface: z.enum(['dashboard', 'command_line', 'read_api', 'mcp', 'oauth']),
  network: z.string().nullable().describe('Where it came from, such as 203.0.113.0.'),
  request_id: z.string().nullable().describe('By which the log of the collector knows it.'),
  action: z.string().describe('The operation, such as create_key.'),
  account: z.string().nullable(),
  project: z.string().nullable(),
  subject: z.object({ id: z.string().nullable(), name: z.string().nullable() }),
  outcome: z
    .enum(['done', 'unknown'])
    .describe('unknown: the collector ended meanwhile, so that it may be done or not.'),
  before: z.unknown().describe('What it was; null where there was nothing.'),
  after: z.unknown().describe('What it is now; null where there is nothing.'),
});
export type ListedAuditEntry = z.infer<typeof ListedAuditEntry>;

/** Answer to `GET /dashboard-api/v1/audit-log`, newest first. */
export const AuditLogResponse = z.object({
  data: z.array(ListedAuditEntry),
  meta: z.object({
    next_before: z.int().nullable().describe('before of the next page; null where there is none.'),
    days: z.int().describe('How many days are kept.'),
  }),
});
export type AuditLogResponse = z.infer<typeof AuditLogResponse>;
