import { z } from 'zod';
import {
  AD_PLATFORMS,
  type AdDeliveryState,
  DELIVERY_STATUSES,
  INTEGRATION_STATES,
  SKIP_REASONS,
  STATUS_OF_DELIVERY_STATE,
} from '../ad-platforms.ts';
import { Meta } from './meta.ts';
import { RangeQuery } from './range-query.ts';

const text = z.string().nullable();
const instant = z.iso.datetime();

const standing = {
  status: z.enum(DELIVERY_STATUSES).describe('Where it stands, in a word.'),
  state: z
    .enum(Object.keys(STATUS_OF_DELIVERY_STATE) as AdDeliveryState[])
    .describe('Where it stands exactly.'),
  reason: text.describe('Why, in a word for programs; null where the state says all.'),
};
const platform = z.enum(AD_PLATFORMS).describe('The ad platform.');
const integration = z.string().describe("The project's integration with it, int_…");

/** One delivery of a conversion to an ad platform. */
export const Delivery = z
  .object({
    platform,
    integration,
    ...standing,
    sent_as: text.describe(
      'The conversion that was sent in its place, as another report of the same order; status, state, reason and the next attempt are then of that one. Null where they are its own.',
    ),
    skip_reason: z.enum(SKIP_REASONS).nullable().describe('Why it is not sent; null unless skipped.'),
    attempts: z.int().describe('How often the platform was spoken to about it.'),
    last_attempt_at: instant.nullable().describe('When that was last.'),
    next_attempt_at: instant.nullable().describe('When it is next; null where nothing is planned.'),
    last_response_status: z.int().nullable().describe('The HTTP status of the last answer.'),
    last_error: text.describe('What the platform said was wrong, or why there was no answer.'),
    retry_until: instant
      .nullable()
      .describe('Until when the platform accepts it; null until it was first looked at.'),
    retryable: z
      .boolean()
      .describe('Whether retry_delivery would send it now, as far as is known without another look.'),
  })
  .describe('A delivery to an ad platform.');
export type Delivery = z.infer<typeof Delivery>;

/** One request to an ad platform about a conversion. */
export const DeliveryAttempt = z
  .object({
    number: z.int().describe('1 for the first.'),
    step: z
      .enum(['send', 'verify'])
      .describe('send told the platform of the conversion, verify asked what became of it.'),
    started_at: instant.describe('When it began.'),
    duration_ms: z.int().nullable().describe('How long it took; null where it was interrupted.'),
    response_status: z.int().nullable().describe('The HTTP status; null without an answer.'),
    answer: z.string().describe('How the answer was understood, such as delivered, transient or invalid.'),
    code: text.describe('What the platform calls it.'),
    message: text.describe('What the platform says of it.'),
    request_id: text.describe('By which the support of the platform finds it.'),
    request: z
      .unknown()
      .describe(
        'What was sent, as JSON: `[hash]` and `[token]` stand for hashes and tokens. Null without any.',
      ),
    response: text.describe('What was answered, cut.'),
  })
  .describe('One request to an ad platform about a conversion.');
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

/** A delivery with everything that is kept of its attempts. */
export const LoggedDelivery = Delivery.extend({
  log: z.array(DeliveryAttempt).describe('Its attempts, the first first, as long as they are kept.'),
}).describe('A delivery to an ad platform, with its attempts.');
export type LoggedDelivery = z.infer<typeof LoggedDelivery>;

/** One delivery of the event of a conversion to an endpoint of webhooks. */
export const WebhookDelivery = z
  .object({
    id: z.string().describe('del_…'),
    endpoint: z.string().describe('Where it goes.'),
    type: z.string().describe('The type of event that it tells of.'),
    state: z
      .enum(['pending', 'attempting', 'retry_scheduled', 'acknowledged', 'failed', 'cancelled'])
      .describe('Where it stands.'),
    attempts: z.int().describe('Attempts that have ended.'),
    created_at: instant.describe('When it was owed.'),
    next_attempt_at: instant.nullable().describe('When the next attempt is due.'),
    last_attempt_at: instant.nullable().describe('When the last attempt began.'),
    last_response_status: z.int().nullable().describe('The HTTP status of the last answer.'),
    last_error: text.describe('Why there was no answer.'),
  })
  .describe('A delivery of the event to an endpoint of webhooks.');
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Deliveries are of conversions, whatever a filter of events says. */
export const GetDeliveriesQuery = RangeQuery.pick({
  project: true,
  range: true,
  start_date: true,
  end_date: true,
});

/** What became of the conversions of a period at one ad platform. */
export const DeliveryAccount = z
  .object({
    platform,
    integration,
    integration_state: z
      .enum([...INTEGRATION_STATES, 'removed'])
      .describe('What the integration does now; removed where it is not there any more.'),
    problem: z
      .object({
        code: z.string().describe('What the platform calls it.'),
        message: z.string().describe('What is wrong.'),
        at: instant.describe('Since when.'),
      })
      .nullable()
      .describe('What keeps the integration from sending anything until somebody has done something.'),
    owed: z.int().describe('Conversions that count and were to be told to the platform, an order once.'),
    matchable: z.int().describe('Of owed, those with anything that the platform may be told and can match.'),
    taken: z
      .int()
      .describe('Of matchable, those that the platform has taken, by whichever report of the order.'),
    processed: z.int().describe('Of taken, those of which it has said what became of them.'),
    failed: z.int().describe('Of matchable, those that it refused, or that could not be sent in time.'),
    waiting: z.int().describe('Of matchable, those that are still to be sent.'),
    dry_run: z.int().describe('Of matchable, those that were built and not sent, as the integration says.'),
    states: z
      .array(z.object({ ...standing, deliveries: z.int().describe('How many.') }))
      .describe(
        'All deliveries, also those of bots, of repeated orders and of what was removed, by where they stand and why.',
      ),
  })
  .describe('What became of the conversions of a period at one ad platform.');
export type DeliveryAccount = z.infer<typeof DeliveryAccount>;

/** Answer to `GET /v1/analytics/deliveries`. */
export const DeliveriesResponse = z.object({
  data: z.object({
    counted: z.int().describe('Conversions of the period that reports count.'),
    platforms: z.array(DeliveryAccount).describe('What became of them, by integration, the oldest first.'),
  }),
  meta: Meta.omit({ currency_warnings: true }),
});
export type DeliveriesResponse = z.infer<typeof DeliveriesResponse>;
