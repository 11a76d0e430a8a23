import { z } from 'zod';
import { MAX_ID_LENGTH } from '../constants.ts';
import { project } from './project-field.ts';

/** What names a person who is to be erased. */
export const ERASED_BY = ['user_id', 'email', 'visitor_id'] as const;
const by = z.enum(ERASED_BY).describe('What names the person.');

export const ErasuresParams = z.strictObject({ project });

/** Whom it is about. In a body, since addresses stand in logs. */
export const ErasedPersonBody = z.strictObject({
  by,
  value: z.string().min(1).max(MAX_ID_LENGTH).describe('The user id, the e-mail address or the visitor id.'),
});
export type ErasedPersonBody = z.infer<typeof ErasedPersonBody>;

const count = (what: string) => z.int().nonnegative().describe(what);

const Counts = z.object({
  users: count('Users, by the ids that events name.'),
  visitors: count("Devices that were this person's alone."),
  events: count('Events, which stay counted.'),
  conversions: count('Conversions among the events, which stay counted.'),
  sessions: count('Sessions.'),
  values: count(
    'Pages, titles, referrers, campaigns and properties that name the person, which then read (erased).',
  ),
  texts: count(
    'Segments, saved funnels, annotations, bot rules and entries of the audit log that name the person, which then read (erased). Bot rules are removed.',
  ),
  user_data: count('Records of hashed user data.'),
  deliveries: count('Deliveries of webhooks whose payload names the person.'),
  ad_deliveries: count('Deliveries of conversions to ad platforms. Those not sent are sent no more.'),
  ad_deliveries_taken: count(
    'Those of them that a platform has taken. They cannot be called back from here.',
  ),
  ad_deliveries_maybe_taken: count(
    'Others of them that a platform may have taken: a request was under way, or its answer was lost.',
  ),
});

const unreadable = count(
  'Events whose user data cannot be read, since its secret is lost: an e-mail address was not looked for there.',
);

/** Answer to `POST /dashboard-api/v1/projects/{project}/erasures/preview`. */
export const ErasurePreviewResponse = z.object({
  data: Counts.nullable().describe(
    'What would go; null where nothing in the project is of anybody of that id.',
  ),
  meta: z.object({ unreadable_user_data: unreadable }),
});
export type ErasurePreviewResponse = z.infer<typeof ErasurePreviewResponse>;

const moment = z.iso.datetime();

export const Erasure = z.object({
  id: z.string().describe('era_…'),
  project,
  by,
  requested_at: moment,
  finished_at: moment.nullable().describe('Null until all of it is done.'),
  events_so_far: z
    .int()
    .nonnegative()
    .nullable()
    .describe('How many events are erased; null while it waits for its turn, and when it is finished.'),
  attempts: count('How often it was begun: more than once where it was interrupted.'),
  erased: Counts.nullable().describe(
    'What has gone; null until it is finished, and where nobody was found. Of an erasure that was interrupted, what was left.',
  ),
  log_cleared: z
    .boolean()
    .nullable()
    .describe(
      'Whether nothing is left in the log and in unused bytes of the files either. It is false while they are read without pause: they are cleared when they are not.',
    ),
  unreadable_user_data: unreadable
    .nullable()
    .describe(`${unreadable.description} Null until it is finished.`),
});
export type Erasure = z.infer<typeof Erasure>;

/** Answer to `POST /dashboard-api/v1/projects/{project}/erasures`. */
export const ErasureResponse = z.object({ data: Erasure });
export type ErasureResponse = z.infer<typeof ErasureResponse>;

/** Answer to `GET /dashboard-api/v1/projects/{project}/erasures`, the newest first. */
export const ListErasuresResponse = z.object({ data: z.array(Erasure) });
export type ListErasuresResponse = z.infer<typeof ListErasuresResponse>;
