import { z } from 'zod';
import {
  AD_PLATFORMS,
  type AdDeliveryState,
  type AdPlatform,
  DELIVERY_STATUSES,
  STATUS_OF_DELIVERY_STATE,
} from '../ad-platforms.ts';
import { CONVERSION_KINDS, MAX_ID_LENGTH, MAX_LOOKBACK_DAYS } from '../constants.ts';
import type { UserDataField } from '../user-data.ts';
import { UserData } from '../user-data.ts';
import { Delivery, LoggedDelivery, WebhookDelivery } from './deliveries.ts';
import { Meta } from './meta.ts';
import { Paging } from './paging.ts';
import { RangeQuery } from './range-query.ts';
import { wholeNumber } from './whole-number.ts';

const text = z.string().nullable();

/** What a conversion is credited to. */
const Attribution = z
  .object({
    model: z.literal('last_non_direct_click').describe('How the touch was chosen.'),
    lookback_days: z.int().describe('How far back a touch may lie.'),
    channel: text,
    source: text,
    medium: text,
    campaign: text,
    campaign_id: text.describe('The id of the campaign at its ad platform, where the link carried it.'),
    term: text,
    content: text,
    click_id_type: text.describe('Which click id there is, such as gclid.'),
    gclid: text,
    fbclid: text,
    msclkid: text,
    clicked_at: z.iso.datetime().nullable().describe('When the click led here; null without a click id.'),
    landing_page: text.describe(
      'The path of the first page that the credited visit viewed. Null where it viewed none.',
    ),
  })
  .describe('The touch that the conversion is credited to.');

export const Conversion = z
  .object({
    id: z.string().describe('conv_<milliseconds>_<suffix>.'),
    event_id: z.string().describe('The id of the event.'),
    event_type: z.string().describe('purchase, lead, signup, or any other.'),
    timestamp: z.iso.datetime().describe('When it happened.'),
    received_at: z.iso.datetime().describe('When the collector received it.'),
    order_id: text.describe('The order or transaction.'),
    value: z.number().nullable().describe('Its value, in major units of currency.'),
    currency: text.describe('ISO 4217 code.'),
    value_in_project_currency: z
      .number()
      .nullable()
      .describe('The value where it is in the currency of the project, else null.'),
    items_count: z.int().describe('How many items it lists.'),
    session_id: text.describe('The session that it is of.'),
    user_id: text.describe('Your own id of the user.'),
    page_url: text.describe('The page, without query.'),
    attribution: Attribution,
    has_user_data: z
      .boolean()
      .describe(
        'Whether user data goes with it that is kept, as hashes and for 90 days: its own, or said in its session or of its user. They are never told.',
      ),
    duplicate: z.boolean().describe('True where another event that reports the same order is the sale.'),
    bot: z.boolean().describe('True for a conversion of a bot, which is never counted nor forwarded.'),
    counted: z.boolean().describe('Whether reports count it.'),
    deliveries: z.array(Delivery).describe('What became of it at ad platforms.'),
  })
  .describe('A conversion.');
export type Conversion = z.infer<typeof Conversion>;

/** What tells most of a conversion beside others: what is null is left out of it. */
export const BriefConversion = Conversion.pick({ id: true, event_type: true, timestamp: true })
  .extend({
    ...Conversion.pick({ order_id: true, value: true, currency: true }).partial().shape,
    ...Conversion.pick({ value_in_project_currency: true, user_id: true }).partial().shape,
    attribution: Attribution.pick({ channel: true, source: true, campaign: true, click_id_type: true })
      .partial()
      .describe('The touch that the conversion is credited to.'),
    deliveries: z
      .array(
        Delivery.pick({ platform: true, status: true, retryable: true }).extend(
          Delivery.pick({ reason: true, last_error: true }).partial().shape,
        ),
      )
      .describe('What became of it at ad platforms.'),
  })
  .describe('A conversion in brief: what is null is left out.');
export type BriefConversion = z.infer<typeof BriefConversion>;

/** How much of each conversion a list tells. */
export const CONVERSION_DETAILS = ['full', 'brief'] as const;

const answer = z.enum(['granted', 'denied']).nullable();
const hashedFields = z.array(z.enum(Object.keys(UserData.shape) as UserDataField[]));

/** A conversion with all that is known of what left the collector because of it. */
export const ConversionDetails = Conversion.extend({
  consent: z
    .object({
      analytics_storage: answer,
      ad_storage: answer,
      ad_user_data: answer,
      ad_personalization: answer,
      gpc: z.boolean().describe('Whether the browser sends Global Privacy Control.'),
    })
    .describe('What was answered, with the conversion or by its visit; null where nothing was.'),
  user_data: z
    .object({
      hashed_fields: z
        .object({
          google_ads: hashedFields,
          microsoft_ads: hashedFields,
          meta_ads: hashedFields,
        } satisfies Record<AdPlatform, unknown>)
        .nullable()
        .describe(
          'Of which fields each platform could be told a hash, of one that has it those said before it was sent; null where they cannot be read.',
        ),
      purge_at: z.iso.datetime().describe('When the last of the hashes is deleted.'),
    })
    .nullable()
    .describe('The hashes of user data that may go with it; null where there are none.'),
  deliveries: z.array(LoggedDelivery).describe('What became of it at ad platforms.'),
  webhooks: z.array(WebhookDelivery).describe('What became of its event at endpoints of webhooks.'),
}).describe('A conversion, with everything that is known of its deliveries.');
export type ConversionDetails = z.infer<typeof ConversionDetails>;

/** Conversions of a list whose number is not asked for. */
export const DEFAULT_CONVERSION_ROWS = 50;

export const ListConversionsQuery = z.strictObject({
  ...RangeQuery.shape,
  event_type: z
    .string()
    .min(1, 'must name an event type, such as purchase')
    .max(255)
    .describe('Only of this event type.')
    .optional(),
  delivery_status: z.enum(DELIVERY_STATUSES).describe('Only with a delivery of this status.').optional(),
  delivery_platform: z
    .enum(AD_PLATFORMS)
    .describe('Only with a delivery to this platform; of delivery_status, where that is given.')
    .optional(),
  delivery_state: z
    .enum(Object.keys(STATUS_OF_DELIVERY_STATE) as AdDeliveryState[])
    .describe('Only with a delivery in exactly this state.')
    .optional(),
  delivery_reason: z
    .string()
    .min(1, 'must be a reason, such as no_consent')
    .max(255)
    .describe('Only with a delivery in its state for this reason.')
    .optional(),
  kind: z
    .enum(CONVERSION_KINDS)
    .describe(
      'counted if left out. duplicate: other reports of orders; bot: those of bots. No report counts these, and of filters only event_type applies to them.',
    )
    .optional(),
  order_id: z
    .string()
    .min(1, 'must be the id of an order')
    .max(MAX_ID_LENGTH)
    .describe('Only those that report this order.')
    .optional(),
  limit: wholeNumber(1, 200)
    .meta({ default: DEFAULT_CONVERSION_ROWS })
    .describe('How many to answer.')
    .optional(),
  offset: wholeNumber(0, 1_000_000)
    .describe('How many to leave out before; 2000 and more are refused: go on with cursor.')
    .optional(),
  cursor: z
    .string()
    .max(512)
    .describe(
      'next_cursor of the answer before, or the id of a conversion: what comes after it, however far down. Not with offset.',
    )
    .optional(),
  sort: z.enum(['-timestamp', 'timestamp']).describe('-timestamp, the newest first, if left out.').optional(),
  detail: z
    .enum(CONVERSION_DETAILS)
    .meta({ default: 'full' })
    .describe('brief leaves out nulls, and what get_conversion tells of each.')
    .optional(),
});
export type ListConversionsQuery = z.infer<typeof ListConversionsQuery>;

/** Answer to `GET /v1/conversions`. */
export const ListConversionsResponse = z.object({
  data: z.union([z.array(Conversion), z.array(BriefConversion)]).describe('By detail.'),
  meta: z.object({
    ...Meta.omit({ currency_warnings: true }).shape,
    ...Paging.shape,
    sort: z.string().describe('What they are sorted by.'),
    max_rows: z.int().describe('How many rows of one range can be paged through.'),
    row_limit_reached: z
      .literal(true)
      .optional()
      .describe('True where there is more, beyond max_rows: go on with next_cursor. Else absent.'),
    next_cursor: text.describe('cursor of the next page; null where there is none.'),
  }),
});
/** `Row`: by the argument `detail`. */
export type ListConversionsResponse<Row extends Conversion | BriefConversion = Conversion> = {
  data: Row[];
  meta: z.infer<typeof ListConversionsResponse>['meta'];
};

export const ConversionParams = z.strictObject({
  id: z.string().describe('The id of a conversion (conv_), or of its event (evt_).'),
});

export const GetConversionQuery = z.strictObject({
  project: RangeQuery.shape.project,
  lookback_days: wholeNumber(1, MAX_LOOKBACK_DAYS)
    .describe('How many days back to look for it; 90 if left out.')
    .optional(),
});
export type GetConversionQuery = z.infer<typeof GetConversionQuery>;

/** Answer to `GET /v1/conversions/{id}`. */
export const GetConversionResponse = z.object({ data: ConversionDetails });
export type GetConversionResponse = z.infer<typeof GetConversionResponse>;

export const RetryDeliveryQuery = z.strictObject({ project: RangeQuery.shape.project });

/** The body of `POST /v1/conversions/{id}/retry`. */
export const RetryDeliveryBody = z.strictObject({
  platform: z
    .enum(AD_PLATFORMS)
    .describe('Where to send it again. May be left out where only one can be meant.')
    .optional(),
});
export type RetryDeliveryBody = z.infer<typeof RetryDeliveryBody>;

/** Answer to `POST /v1/conversions/{id}/retry`. */
export const RetryDeliveryResponse = z.object({
  data: z.object({
    conversion_id: z.string().describe('The conversion.'),
    platform: z.enum(AD_PLATFORMS).describe('Where it is sent again.'),
    status: z
      .enum(['queued', 'accepted', 'delivered'])
      .describe(
        'queued: it is sent as soon as possible. Else the platform has it, and nothing is sent again.',
      ),
    attempt: z.int().describe('Which attempt this is; of what is not sent again, how many there were.'),
    queued_at: z.iso
      .datetime()
      .nullable()
      .describe('When it was first asked for, as long as it is queued; null where nothing is sent again.'),
  }),
});
export type RetryDeliveryResponse = z.infer<typeof RetryDeliveryResponse>;
