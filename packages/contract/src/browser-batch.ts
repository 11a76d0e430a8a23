import { z } from 'zod';
import { MAX_BATCH_EVENTS, MAX_CLICK_IDS, MAX_SIGNALS, MAX_TEXT_LENGTH } from './constants.ts';
import { shortList, shortRecord } from './short-list.ts';
import { ContextId, ContextText, EventType } from './tracked-event.ts';
import { UserData } from './user-data.ts';

const text = z.string().max(MAX_TEXT_LENGTH);

const BrowserContext = z.looseObject({
  page_url: ContextText.nullish(),
  referrer: ContextText.nullish(),
  title: ContextText.nullish(),
  language: ContextText.nullish(),
  screen: ContextText.nullish(),
});

/** One event of a browser batch. Its id is made in the browser, once, so that a repeat can be told. */
export const BrowserEvent = z.object({
  id: z.string(),
  event_type: EventType,
  timestamp: z.string().nullish(),
  /** True when the page named the event a conversion (`trackConversion`), whatever its type. */
  conversion: z.boolean().nullish(),
  /** Not judged by type: a page that sends an odd price must not lose its sale. What is usable is used. */
  properties: z.record(z.string(), z.unknown()).nullish(),
  user_data: UserData.nullish(),
  context: BrowserContext.nullish(),
});
export type BrowserEvent = z.infer<typeof BrowserEvent>;

export const ClickId = z.object({ value: text, at: z.string().nullish() });

/**
 * What a batch says once for all its events. Only a wrong `key` or `events` has it refused: any other field that does
 * not fit is left out, since one bad value that a browser keeps would cost its visitor every later event.
 */
export const BrowserBatch = z.object({
  key: z.string(),
  sent_at: z.string().nullish(),
  visitor_id: ContextId.nullish(),
  session_id: ContextId.nullish(),
  user_id: ContextId.nullish(),
  sdk: text.nullish(),
  /** What is not understood is not left out: it counts as a denial. */
  consent: z.record(z.string(), z.unknown()).nullish(),
  /** The browser sends Global Privacy Control (https://w3c.github.io/gpc/). It denies nothing by itself. */
  gpc: z.boolean().nullish(),
  signals: shortList(text, MAX_SIGNALS).nullish(),
  /** `navigator.maxTouchPoints`, which tells an iPad from the Mac that it says it is. */
  touch_points: z.number().nullish(),
  /** Whether bots are to be left out of reports (default), and whether they are recorded at all (default). */
  filter_bots: z.boolean().nullish(),
  track_bots: z.boolean().nullish(),
  click_ids: shortRecord(ClickId.nullish(), MAX_CLICK_IDS).nullish(),
  /** A developer looks on: the answer also says which events are a bot's, which it tells no visitor. */
  debug: z.boolean().nullish(),
  events: z.array(z.unknown()),
  /** Ids of events of which a copy was sent, and nobody knows whether it arrived: the answer says which are stored. */
  unsure: shortList(z.string(), MAX_BATCH_EVENTS).nullish(),
});
export type BrowserBatch = z.infer<typeof BrowserBatch>;

/** Why an event of a batch will not count. All but the first two are told in debug mode alone. */
export const EXCLUDED_REASONS = [
  'foreign_host',
  'local_page',
  'bot',
  'user_update',
  'repeated_order',
  'removed_order',
] as const;
export type ExcludedReason = (typeof EXCLUDED_REASONS)[number];

/**
 * Answer to `POST /v1/events` (202): what was stored, what was known already, what was refused and why; and where some
 * were, the fields of the batch that were left out.
 */
export type BrowserBatchResponse = {
  accepted: number;
  duplicates: number;
  rejected: { index: number; error: string }[];
  ignored?: readonly { field: string; error: string }[];
  /**
   * Events that will not count, because of the page that they come from. In debug mode also a bot's, what only says who a
   * user is, and conversions of an order that another event reports, or that was removed.
   */
  excluded?: { index: number; reason: ExcludedReason }[];
  /** Those of `unsure` that are stored. There only where it was asked. */
  stored?: string[];
};
