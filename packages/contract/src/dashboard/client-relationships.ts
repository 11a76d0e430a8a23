import { z } from 'zod';

const agency = z.string().describe('acc_… of the agency.');
const client = z.string().describe('acc_… of the client.');

export const AgencyParams = z.strictObject({ agency });
export const ClientParams = z.strictObject({ agency, client });
export const InviteClientBody = z.strictObject({ client });

/** That an agency works for a client, was invited to, or did. */
export const ClientRelationship = z.object({
  agency: z.object({ id: z.string(), name: z.string() }),
  client: z.object({
    id: z.string(),
    name: z.string().nullable().describe('Null for an agency until the client has accepted.'),
    projects: z.int().nullable().describe('How many projects the agency sees; null while it sees none.'),
  }),
  status: z.enum(['invited', 'active', 'ended']),
  invited_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
});
export type ClientRelationship = z.infer<typeof ClientRelationship>;

/** What inviting, accepting and ending answer. */
export const ClientRelationshipResponse = z.object({ data: ClientRelationship });
export type ClientRelationshipResponse = z.infer<typeof ClientRelationshipResponse>;

export const ListClientRelationshipsResponse = z.object({ data: z.array(ClientRelationship) });
export type ListClientRelationshipsResponse = z.infer<typeof ListClientRelationshipsResponse>;
