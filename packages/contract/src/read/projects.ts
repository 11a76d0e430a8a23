import { z } from 'zod';

export const ListProjectsQuery = z.strictObject({});

export const Project = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  timezone: z.string(),
  currency: z.string(),
  tracking_health: z.object({
    status: z.enum(['healthy', 'degraded', 'no_data']),
    last_event_at: z.iso.datetime().nullable(),
    events_last_24h: z.int(),
    checked_at: z.iso.datetime(),
  }),
});
export type Project = z.infer<typeof Project>;

/** Answer to `GET /v1/projects`. */
export const ListProjectsResponse = z.object({
  data: z.array(Project),
  meta: z.object({ total_rows: z.int() }),
});
export type ListProjectsResponse = z.infer<typeof ListProjectsResponse>;
