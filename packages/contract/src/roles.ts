/** What a person may do in an account or a project, the least first: each may what those before it may. */
export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];
