import { z } from 'zod';
import { GetConversionQuery } from './conversions.ts';

const text = z.string().nullable();
const instant = z.iso.datetime();

const JourneyEvent = z.object({
  event_id: z.string().describe('evt_…'),
  event_type: z.string(),
  timestamp: instant.describe('When it happened.'),
  page_url: text.describe('The page, without query.'),
  page_path: text.describe('Its path.'),
  title: text.describe('What the page is called.'),
  seconds_to_next: z
    .number()
    .nullable()
    .describe('Of a page view how long the page was read: until the next page view; null for the last.'),
  properties: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .describe(
      'Its first ten properties that are texts, numbers or truth values; texts cut to 200 characters.',
    ),
});

const VisitTouch = z
  .object({
    channel: z.string(),
    source: z.string(),
    medium: z.string(),
    campaign: z.string(),
    campaign_id: text,
    term: z.string(),
    content: z.string(),
    referrer: z.string(),
  })
  .describe('How it began.');

/** A visit on the way to a conversion. */
export const ConversionVisit = z
  .object({
    session_id: text.describe('The session; null where no client named it.'),
    started_at: instant,
    ended_at: instant.describe('When its last event happened.'),
    is_credited: z.boolean().describe('Whether the conversion is credited to it.'),
    is_own: z.boolean().describe('Whether the conversion happened in it.'),
    touch: VisitTouch.nullable(),
    click_ids: z.record(z.string(), z.string()).describe('Click ids that it began with.'),
    events: z.array(JourneyEvent).describe('What happened in it up to the conversion; the first 200.'),
    events_total: z.int().describe('How many events that are.'),
  })
  .describe('A visit of whoever converted.');
export type ConversionVisit = z.infer<typeof ConversionVisit>;

const JourneyItem = z.object({
  sku: text,
  name: text,
  price: z.number().nullable().describe('Of one, in major units of the currency of the conversion.'),
  quantity: z.number().nullable(),
});

/** How whoever converted came to it. */
export const ConversionJourney = z
  .object({
    conversion_id: z.string(),
    visits: z
      .array(ConversionVisit)
      .describe(
        'The visits of the 90 days before it, the earliest first: the latest 50, its own among them.',
      ),
    visits_total: z.int().describe('How many visits that are.'),
    items: z.array(JourneyItem).describe('What was bought, as it was sent; the first 100.'),
    visitor_id: text.describe('The browser that it came from; null where no browser is known.'),
    client: z
      .object({
        country: text.describe('ISO 3166 code.'),
        region: text,
        city: text,
        device: text,
        browser: text,
        os: text,
        language: text,
      })
      .describe('From where and with what.'),
  })
  .describe('How whoever converted came to it.');
export type ConversionJourney = z.infer<typeof ConversionJourney>;

export const GetJourneyQuery = GetConversionQuery;

/** Answer to `GET /v1/conversions/{id}/journey`. */
export const GetJourneyResponse = z.object({ data: ConversionJourney });
export type GetJourneyResponse = z.infer<typeof GetJourneyResponse>;
