import { z } from 'zod';
import { MAX_OVERLAP_HOURS, WEBHOOK_EVENTS, WEBHOOK_TEST_TYPES } from '../constants.ts';
import { WebhookDelivery } from '../read/deliveries.ts';
import { wholeNumber } from '../read/whole-number.ts';
import { project } from './project-field.ts';

const endpoint = z.string().describe('whe_…');
const moment = z.iso.datetime();
const text = z.string().nullable();

export const ProjectWebhooksParams = z.strictObject({ project });
export const WebhookParams = z.strictObject({ project, endpoint });
export const WebhookDeliveryParams = z.strictObject({ project, delivery: z.string().describe('del_…') });

/* The rules of endpoints say what is a URL and which events there are, with the fix: schemas only bound them. */
const url = z.string().max(4096).describe('Where events are sent: https, on the public internet.');
const events = z
  .array(z.string().max(64))
  .max(100)
  .describe(`Which events are sent, of ${WEBHOOK_EVENTS.join(', ')}.`);

export const CreateWebhookBody = z.strictObject({ url, events });
export const UpdateWebhookBody = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  enabled: z.boolean().optional().describe('False pauses it: its deliveries wait.'),
});

export const RotateWebhookSecretBody = z.strictObject({
  overlap_hours: z
    .number()
    .min(0)
    .max(MAX_OVERLAP_HOURS)
    .optional()
    .describe('How long the former secret still signs; 24 unless told.'),
  former_leads: z
    .boolean()
    .optional()
    .describe('Whether the former secret signs X-Service-Signature until then.'),
  force: z.boolean().optional().describe('Also while an earlier rotation lasts: its former secret ends now.'),
});

export const TestWebhookBody = z.strictObject({
  type: z.enum(WEBHOOK_TEST_TYPES).describe('The type of the made-up event.'),
});

/** An endpoint as people set it. Its secret is shown once. */
export const WebhookSettings = z.object({
  id: endpoint,
  project,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  created_at: moment,
});
export type WebhookSettings = z.infer<typeof WebhookSettings>;

/** An endpoint with how it does. */
export const Webhook = WebhookSettings.extend({
  state: z.enum(['enabled', 'disabled', 'failing']).describe('failing: it has only failed for a day.'),
  owed: z.int().describe('Deliveries that are still to be sent.'),
  failing_since: moment.nullable().describe('The first failure since the last success.'),
  last_success_at: moment.nullable(),
  last_failure_at: moment.nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

/** An endpoint as the page of webhooks shows it. */
const ListedWebhook = Webhook.extend({
  former_secret_until: moment.nullable().describe('Until when two secrets sign; null where one does.'),
  recent: z
    .array(
      z.object({
        started_at: moment,
        acknowledged: z.boolean(),
        response_status: z.int().nullable(),
      }),
    )
    .describe('Its last attempts, 50 at most, the latest first.'),
});
export type ListedWebhook = z.infer<typeof ListedWebhook>;

/** Answer to `GET /dashboard-api/v1/projects/{project}/webhooks`. */
export const ListWebhooksResponse = z.object({
  data: z.array(ListedWebhook).describe('The oldest first.'),
  meta: z.object({ timezone: z.string().describe('The time zone of the project.') }),
});
export type ListWebhooksResponse = z.infer<typeof ListWebhooksResponse>;

const secret = z.string().describe('whsec_…, shown here and never again.');

export const WebhookResponse = z.object({ data: WebhookSettings });
export type WebhookResponse = z.infer<typeof WebhookResponse>;

export const CreateWebhookResponse = z.object({ data: WebhookSettings.extend({ secret }) });
export type CreateWebhookResponse = z.infer<typeof CreateWebhookResponse>;

export const RotateWebhookSecretResponse = z.object({
  data: z.object({
    id: endpoint,
    secret,
    former_ends_at: moment.describe('When the former secret stops signing.'),
    is_former_lost: z.boolean().describe('Whether it signs no more already, since it cannot be read.'),
  }),
});
export type RotateWebhookSecretResponse = z.infer<typeof RotateWebhookSecretResponse>;

/** What an endpoint answered to a test. */
export const TestWebhookResponse = z.object({
  data: z.object({
    delivery: z.string().describe('del_…'),
    event_type: z.string(),
    acknowledged: z.boolean(),
    response_status: z.int().nullable(),
    response_time_ms: z.int(),
    error: text.describe('Why there was no answer.'),
  }),
});
export type TestWebhookResponse = z.infer<typeof TestWebhookResponse>;

/** A line of the delivery log. */
export const WebhookLogEntry = z.object({
  id: z.string().describe('del_…'),
  endpoint,
  project,
  event_id: z.string(),
  event_type: z.string(),
  state: WebhookDelivery.shape.state,
  attempts: z.int().describe('Attempts that have ended.'),
  created_at: moment,
  next_attempt_at: moment.nullable(),
  settled_at: moment.nullable().describe('When it was acknowledged or given up.'),
  test: z.boolean().describe('Whether it is a test: one attempt.'),
  redelivery_of: text.describe('The delivery that it repeats.'),
  redelivered_as: text.describe('The newest delivery that repeats it.'),
  response_status: z.int().nullable().describe('Of the last attempt that ended.'),
  response_time_ms: z.int().nullable(),
  error: text.describe('Why there was no answer.'),
  last_attempt_at: moment.nullable(),
});
export type WebhookLogEntry = z.infer<typeof WebhookLogEntry>;

const LoggedAttempt = z.object({
  attempt: z.int(),
  timestamp: moment,
  response_status: z.int().nullable(),
  response_time_ms: z.int().nullable(),
  error: text,
  response_headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullable(),
  response_body: text.describe('The first 16 KB. Kept of failures and of tests.'),
});
export type LoggedAttempt = z.infer<typeof LoggedAttempt>;

export const ListWebhookDeliveriesQuery = z.strictObject({
  endpoint: z
    .string()
    .max(64)
    .optional()
    .describe('Only those to this endpoint, which may have been removed.'),
  state: WebhookDelivery.shape.state.optional().describe('Only those in this state.'),
  cursor: z.string().max(64).optional().describe('next_cursor of the answer before.'),
  limit: wholeNumber(1, 200).optional().describe('How many to answer; 50 if left out.'),
});

export const ListWebhookDeliveriesResponse = z.object({
  data: z.array(WebhookLogEntry).describe('The newest first.'),
  meta: z.object({ next_cursor: text.describe('cursor of the next page; null where there is none.') }),
});
export type ListWebhookDeliveriesResponse = z.infer<typeof ListWebhookDeliveriesResponse>;

export const WebhookDeliveryResponse = z.object({
  data: WebhookLogEntry.extend({
    payload: z.string().describe('The body, as it is sent at every attempt.'),
    log: z.array(LoggedAttempt).describe('Its attempts, the first first.'),
  }),
});
export type WebhookDeliveryResponse = z.infer<typeof WebhookDeliveryResponse>;

export const RedeliverWebhookResponse = z.object({
  data: WebhookLogEntry.extend({
    waits_for: text.describe(
      'The endpoint that is paused, and for which it waits; null where it is due now.',
    ),
  }),
});
export type RedeliverWebhookResponse = z.infer<typeof RedeliverWebhookResponse>;

export const RedeliverFailedWebhooksBody = z.strictObject({
  endpoint: z
    .string()
    .max(64)
    .optional()
    .describe('Only those to this endpoint; of the project if left out.'),
});

export const RedeliverFailedWebhooksResponse = z.object({
  data: z.object({
    redelivered: z.int(),
    wait_for: z.array(z.string()).describe('Endpoints that are paused: their deliveries wait.'),
  }),
});
export type RedeliverFailedWebhooksResponse = z.infer<typeof RedeliverFailedWebhooksResponse>;
