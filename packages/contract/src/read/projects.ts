import { z } from 'zod';
import { PartPaging, PartQuery } from './paging.ts';

export const ListProjectsQuery = PartQuery;
export const GetProjectQuery = z.strictObject({});

export const Project = z.object({
  id: z.string().describe('The id, which is the public tracking key too.'),
  name: z.string().describe('What people call it.'),
  domain: z.string().describe('The domain that is tracked.'),
  timezone: z.string().describe('The IANA time zone in which its days begin.'),
  currency: z.string().describe('The ISO 4217 code of its amounts.'),
  today: z.iso.date().describe('The date there, when it was asked.'),
  local_time: z.string().describe('The time there, with the offset in force.'),
  persons: z
    .enum(['on', 'off'])
    .describe('on where visitors are persons, off where every visitor counts by itself.'),
  tracking_health: z
    .object({
      status: z
        .enum(['healthy', 'degraded', 'no_data'])
        .describe('healthy with an event in the last 24 hours, no_data before the first, else degraded.'),
      last_event_at: z.iso.datetime().nullable().describe('When the last event happened.'),
      events_last_24h: z.int().describe('How many events happened in the last 24 hours.'),
      checked_at: z.iso.datetime().describe('When this was found out.'),
    })
    .describe('Whether events arrive.'),
});
export type Project = z.infer<typeof Project>;

/** Answer to `GET /v1/projects`. */
export const ListProjectsResponse = z.object({
  data: z.array(Project),
  meta: PartPaging,
});
export type ListProjectsResponse = z.infer<typeof ListProjectsResponse>;

/** Answer to `GET /v1/projects/{project}`. */
export const GetProjectResponse = z.object({ data: Project });
export type GetProjectResponse = z.infer<typeof GetProjectResponse>;
