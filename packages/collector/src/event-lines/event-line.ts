import {
  EVENT_ID_FORM,
  EventType,
  MAX_AMOUNT,
  MAX_ID_LENGTH,
  MAX_TEXT_LENGTH,
  parseStoredEventId,
  parseTimestamp,
} from '@cvq/contract';
import { type BotCategory, EXCLUSIONS, type Origin, type Visitor } from '@cvq/storage';
import { z } from 'zod';
import { LINE_FORMAT } from './line-format.ts';
import { CLIENT_WORDS, SENT_CLIENT_WORDS, TOUCH_WORDS } from './line-words.ts';

/** Of a text that was cut where it was too long, marks of what was cut are more than the length at which it was. */
const text = z.string().max(2 * MAX_TEXT_LENGTH);
const id = z.string().min(1, 'must not be empty').max(MAX_ID_LENGTH);
const eventId = z.string().transform((value, context) => {
  const parsed = parseStoredEventId(value);
  if (parsed !== null) return parsed;
  context.addIssue(EVENT_ID_FORM);
  return z.NEVER;
});
const instant = z.string().transform((value, context) => {
  const at = parseTimestamp(value);
  if (at !== null && at >= 0) return at;
  context.addIssue('must be ISO 8601 of 1970 or later, such as 2026-11-21T10:00:00.000Z');
  return z.NEVER;
});

/** A field for each of the names that a table gives, all alike. */
function fieldsOf<Names extends Readonly<Record<string, string>>, Field extends z.ZodType>(
  names: Names,
  field: Field,
) {
  return Object.fromEntries(Object.values(names).map((name) => [name, field])) as {
    [Name in Names[keyof Names]]: Field;
  };
}

const Bot = z.strictObject({
  category: z.enum([
    'search_engine',
    'ai_crawler',
    'monitoring',
    'social_media',
    'other',
  ] satisfies BotCategory[]),
  name: text,
  score: z.int(),
  reasons: z.array(text).max(100),
  filtered: z.boolean(),
});

const answer = z.enum(['granted', 'denied']).optional();
const Context = z.strictObject({
  page_url: text.nullable(),
  title: text.nullable(),
  referrer: text.nullable(),
  ...fieldsOf(SENT_CLIENT_WORDS, text.nullable()),
  sdk: text.optional(),
  consent: z
    .strictObject({
      analytics_storage: answer,
      ad_storage: answer,
      ad_user_data: answer,
      ad_personalization: answer,
    })
    .optional(),
  gpc: z.boolean().optional(),
  click_ids: z.record(text, z.strictObject({ value: text, at: instant.nullable() })).optional(),
});

const Conversion = z
  .strictObject({
    order_id: id.nullable(),
    value: z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT).nullable(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code of three letters, such as EUR')
      .nullable(),
  })
  .refine(({ value, currency }) => (value === null) === (currency === null), {
    path: ['currency'],
    message: 'must be given with value, and only with it',
  });

const Touch = z.strictObject({
  is_touch: z.boolean(),
  ...fieldsOf(TOUCH_WORDS, text),
  // Missing in lines of a cvq that did not read it yet.
  campaign_id: text.nullable().default(null),
});

/** A line of an export, in the format of this version. */
export const EventLine = z
  .strictObject({
    format: z.literal(LINE_FORMAT),
    event_id: eventId,
    event_type: EventType,
    timestamp: instant,
    received_at: instant,
    origin: z.enum(['browser', 'server', 'pixel'] satisfies Origin[]),
    excluded: z.enum(EXCLUSIONS).nullable(),
    bot: Bot.nullable(),
    session_bot: Bot.nullable(),
    session_id: id.nullable(),
    session: z.strictObject({ id, found_by: z.enum(['client', 'visitor', 'order']) }).nullable(),
    visitor_id: id.nullable(),
    visitor_kind: z.enum(['sdk', 'user', 'hash'] satisfies Visitor['source'][]).nullable(),
    user_id: id.nullable(),
    properties: z.record(z.string(), z.unknown()),
    context: Context,
    extras: z.record(z.string(), z.unknown()),
    client: z.strictObject(fieldsOf(CLIENT_WORDS, text.nullable())),
    touch: Touch.nullable(),
    click_ids: z.record(text, text).nullable(),
    conversion: Conversion.nullable(),
    conversion_state: z.enum(['counted', 'repeated', 'removed', 'excluded', 'bot']).nullable(),
    order: z
      .strictObject({
        rank: z.enum(['server', 'person', 'bot']).nullable(),
        claimed_at: instant.nullable(),
        removed: z.boolean(),
      })
      .nullable(),
  })
  .refine((line) => (line.visitor_id === null) === (line.visitor_kind === null), {
    path: ['visitor_kind'],
    message: 'must be given with visitor_id, and only with it',
  })
  .refine((line) => (line.conversion === null) === (line.conversion_state === null), {
    path: ['conversion_state'],
    message: 'must be given with conversion, and only with it',
  });
export type EventLine = z.infer<typeof EventLine>;
