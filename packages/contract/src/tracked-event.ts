import { z } from 'zod';
import {
  CONVERSION_REMOVED,
  MAX_AMOUNT,
  MAX_EVENT_TYPE_LENGTH,
  MAX_ID_LENGTH,
  MAX_ITEMS,
  MAX_TEXT_LENGTH,
} from './constants.ts';
import { CURRENCIES } from './currencies.ts';
import { shortList } from './short-list.ts';
import { UserData } from './user-data.ts';

/** The id of a session, a user or a visitor. One that names nobody, such as an empty text, is no reason to lose the event. */
export const ContextId = z.string().max(MAX_ID_LENGTH);
const text = z.string().max(MAX_TEXT_LENGTH);

export const EventType = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_EVENT_TYPE_LENGTH)
  // A receiver must be able to believe that what tells of a removal is one.
  .refine(
    (type) => type !== CONVERSION_REMOVED,
    `must not be ${CONVERSION_REMOVED}, which only webhooks use`,
  );

const NO_CURRENCY = 'must be an ISO 4217 code of three letters, such as EUR';

const CurrencyCode = z
  .string()
  .regex(/^[A-Za-z]{3}$/, NO_CURRENCY)
  .transform((code) => code.toUpperCase())
  .refine((code) => CURRENCIES.has(code), NO_CURRENCY);

const Item = z.looseObject({
  sku: text,
  name: text.nullish(),
  price: z.number().nullish(),
  quantity: z.number().nullish(),
});

/** Event properties: four that reports understand, and any others. */
export const EventProperties = z.looseObject({
  order_id: z.string().max(MAX_ID_LENGTH).nullish(),
  value: z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT).nullish(),
  currency: CurrencyCode.nullish(),
  items: shortList(Item, MAX_ITEMS).nullish(),
});
export type EventProperties = z.infer<typeof EventProperties>;

/** A text that says where an event happened. One that is too long is cut, and no reason to lose the event. */
export const ContextText = z
  .string()
  .describe(`Of more than ${MAX_TEXT_LENGTH} characters the first are kept, and "(cut)".`);

/** What a backend knows of the request that led to an event. */
const ServerContext = z.looseObject({
  ip: ContextText.nullish(),
  user_agent: ContextText.nullish(),
  page_url: ContextText.nullish(),
  referrer: ContextText.nullish(),
  gclid: ContextText.nullish(),
  fbclid: ContextText.nullish(),
  msclkid: ContextText.nullish(),
  session_id: ContextId.nullish(),
});

/** The body of `POST /v1/track`, and an element of `POST /v1/track/batch`. */
export const TrackedEvent = z.object({
  event_type: EventType,
  timestamp: z.string().nullish(),
  session_id: ContextId.nullish(),
  user_id: ContextId.nullish(),
  properties: EventProperties.nullish(),
  user_data: UserData.nullish(),
  context: ServerContext.nullish(),
  /** What the visitor allows, as browsers send it: `{"ad_storage": "denied"}`. */
  consent: z.record(z.string(), z.unknown()).nullish(),
  event_id: z.string().nullish(),
});
export type TrackedEvent = z.infer<typeof TrackedEvent>;

/** Answer to `POST /v1/track`. A success means that the event is durable. */
export type TrackResponse = { success: true; event_id: string } | { success: false; error: string };

/** Answer to `POST /v1/track/batch`: one result per element, in request order. */
export type TrackBatchResponse = { success: true; accepted: number; results: TrackResponse[] };
