import { z } from 'zod';
import { MAX_EVENT_TYPE_LENGTH } from '../constants.ts';
import { Meta } from './meta.ts';
import { RangeQuery } from './range-query.ts';
import { wholeNumber } from './whole-number.ts';

const text = z.string().nullable();

/** What reports make of an event. */
export const EVENT_STATES = ['counted', 'bot', 'excluded'] as const;

/** An event as it was recorded, with what became of it. */
export const RecordedEvent = z
  .object({
    event_id: z.string().describe('evt_<milliseconds>_<suffix>.'),
    event_type: z.string(),
    timestamp: z.iso.datetime().describe('When it happened.'),
    received_at: z.iso.datetime().describe('When the collector received it.'),
    origin: z
      .enum(['browser', 'server', 'pixel'])
      .describe('What sent it: a browser, a backend, or the image of a page without JavaScript.'),
    state: z
      .enum(EVENT_STATES)
      .describe('counted: in reports; bot: only in those that ask for bots; excluded: in none.'),
    excluded_because: z
      .enum(['foreign_host', 'local_page', 'user_update', 'removed'])
      .nullable()
      .describe('Why it is excluded. removed: the conversion was taken out by hand. Else null.'),
    bot: z
      .object({
        category: z.enum(['search_engine', 'ai_crawler', 'monitoring', 'social_media', 'other']),
        name: z.string(),
        reasons: z.array(z.string()).describe('What told it from a person, the weightiest first.'),
      })
      .nullable()
      .describe('Which bot it was; null for a person. Where the project counts its bots it may be counted.'),
    conversion: z
      .object({
        id: z.string().describe('conv_…'),
        state: z
          .enum(['counted', 'repeated', 'removed', 'excluded', 'bot'])
          .describe('repeated: another event that reports the same order is the sale.'),
        order_id: text,
        value: z.number().nullable().describe('In major units of currency.'),
        currency: text.describe('ISO 4217 code.'),
      })
      .nullable()
      .describe('Null where it is no conversion.'),
    session_id: text.describe('The session, as its sender named it.'),
    user_id: text.describe('Your own id of the user, where the event names one.'),
    page_url: text.describe('The page, without query.'),
    page_path: text,
    hostname: text,
    title: text.describe('What the page is called.'),
    referrer: text,
    touch: z
      .object({ channel: z.string(), source: z.string(), medium: z.string(), campaign: z.string() })
      .nullable()
      .describe('How its visitor would have come, were it the first of a session.'),
    client: z.object({
      country: text.describe('ISO 3166 code.'),
      region: text,
      city: text,
      language: text,
      device: text,
      browser: text,
      os: text,
    }),
    has_user_data: z
      .boolean()
      .describe('Whether user data came with the event itself and is kept, as hashes. They are never told.'),
    properties: z.record(z.string(), z.unknown()).describe('Its properties, as they are stored.'),
    properties_complete: z
      .boolean()
      .describe(
        'False where they are more than 4096 characters of JSON: then only the first ten that are texts, numbers or truth values are told, texts cut to 200 characters.',
      ),
  })
  .describe('An event as it was recorded, with what became of it.');
export type RecordedEvent = z.infer<typeof RecordedEvent>;

const eventType = () =>
  z.string().min(1, 'must name an event type, such as purchase').max(MAX_EVENT_TYPE_LENGTH);

export const ListEventsQuery = z.strictObject({
  ...RangeQuery.omit({ bots: true }).shape,
  event_type: eventType().describe('Only events of this type.').optional(),
  state: z.enum(EVENT_STATES).describe('Only events that became this; all if left out.').optional(),
  limit: wholeNumber(1, 200).describe('How many to answer; 50 if left out.').optional(),
  cursor: z.string().max(512).describe('next_cursor of the answer before: what comes after it.').optional(),
});
export type ListEventsQuery = z.infer<typeof ListEventsQuery>;

/** Answer to `GET /v1/analytics/events`. */
export const ListEventsResponse = z.object({
  data: z.array(RecordedEvent).describe('The newest first.'),
  meta: z.object({
    ...Meta.omit({ bots: true, currency_warnings: true }).shape,
    limit: z.int(),
    has_more: z.boolean().describe('Whether there is another page.'),
    next_cursor: text.describe('cursor of the next page; null where there is none.'),
  }),
});
export type ListEventsResponse = z.infer<typeof ListEventsResponse>;
