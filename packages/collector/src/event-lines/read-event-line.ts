import { ERASED, fieldErrors, fieldErrorsInWords, MAX_AHEAD_MS, toMinorUnits } from '@cvq/contract';
import { type ImportedEvent, NO_FACTS, type Page } from '@cvq/storage';
import { parseJson } from '../body/json-body.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { splitPageUrl } from '../net/split-page-url.ts';
import { EventLine } from './event-line.ts';
import { LINE_FORMAT } from './line-format.ts';
import { CLIENT_WORDS, fromWords, SENT_CLIENT_WORDS, TOUCH_WORDS } from './line-words.ts';

/** A line that cannot be imported. The message is a sentence that names the field and what is right. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
}

/**
 * The event of an exported line, for a project. `now`: epoch milliseconds.
 * @throws BadLine for what is no line of an export in the format of this version, or lies ahead of what tracking takes.
 */
export function readEventLine(bytes: Uint8Array, project: string, now: number): ImportedEvent {
  const { data, error } = EventLine.safeParse(ofThisFormat(parseLine(bytes)));
  if (error !== undefined) {
    throw new BadLine(`${fieldErrorsInWords(fieldErrors(error))}.`);
  }
  refuseAhead(data, now);
  return toImported(data, project);
}

/** One event of a far year would be the newest of its project for good. */
function refuseAhead({ timestamp, received_at }: EventLine, now: number): void {
  for (const [field, at] of Object.entries({ timestamp, received_at }))
    if (at > now + MAX_AHEAD_MS)
      throw new BadLine(
        `${field} lies more than 24 hours ahead: ${new Date(at).toISOString()}. Give the time at which it happened.`,
      );
}

function parseLine(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes, 'It');
  } catch (error) {
    if (error instanceof TrackRefused) throw new BadLine(error.message);
    throw error;
  }
}

/** What the schema would say of another format is not what is wrong. */
function ofThisFormat(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadLine('It is not a JSON object.');
  const format = 'format' in value ? value.format : undefined;
  if (format === LINE_FORMAT) return value;
  if (typeof format === 'number' && format > LINE_FORMAT)
    throw new BadLine(`format is ${format}, and this cvq reads ${LINE_FORMAT}. Import with a newer cvq.`);
  throw new BadLine(
    `format must be ${LINE_FORMAT}. Lines of an older cvq have too little in them: export the events again with this one.`,
  );
}

function toImported(line: EventLine, project: string): ImportedEvent {
  const { bot, conversion, context, touch, visitor_id, visitor_kind, order } = line;
  return {
    event: {
      project,
      id: line.event_id,
      at: line.timestamp,
      receivedAt: line.received_at,
      origin: line.origin,
      exclusion: line.excluded,
      bot: bot && botOf(bot),
      type: line.event_type,
      sessionId: line.session_id,
      visitor: visitor_id === null || visitor_kind === null ? null : { id: visitor_id, source: visitor_kind },
      userId: line.user_id,
      page: pageOf(context.page_url),
      title: context.title,
      referrer: context.referrer,
      client: { ...fromWords(SENT_CLIENT_WORDS, context), ...fromWords(CLIENT_WORDS, line.client) },
      touch: touch && { isTouch: touch.is_touch, ...fromWords(TOUCH_WORDS, touch) },
      clickIds: line.click_ids,
      conversion: conversion && { orderId: conversion.order_id, amount: amountOf(conversion) },
      properties: line.properties,
      facts: factsOf(context),
      extras: line.extras,
      sealedUserData: null,
      idempotency: null,
    },
    conversion: line.conversion_state,
    order: order && { rank: order.rank, claimedAt: order.claimed_at, isRemoved: order.removed },
  };
}

function botOf({ filtered, ...bot }: NonNullable<EventLine['bot']>) {
  return { ...bot, isFiltered: filtered };
}

/** A path that named a person who was erased reads so, without a slash. */
function pageOf(url: string | null): Page | null {
  const page = splitPageUrl(url);
  return page?.path === `/${ERASED}` ? { ...page, path: ERASED } : page;
}

function amountOf({ value, currency }: NonNullable<EventLine['conversion']>) {
  return value === null || currency === null ? null : { minor: toMinorUnits(value, currency), currency };
}

function factsOf({ sdk, consent, gpc, click_ids }: EventLine['context']) {
  return {
    sdk: sdk ?? NO_FACTS.sdk,
    consent: (consent ?? NO_FACTS.consent) as typeof NO_FACTS.consent,
    gpc: gpc ?? NO_FACTS.gpc,
    clicks: click_ids ?? NO_FACTS.clicks,
  };
}
