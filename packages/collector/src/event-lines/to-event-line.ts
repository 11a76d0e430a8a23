import { formatEventId, toMajorUnits } from '@cvq/contract';
import type { Bot, Clicks, EventFacts, FoundSession, KeptEvent, OrderPlace } from '@cvq/storage';
import { isoOrNull } from '../iso-or-null.ts';
import { LINE_FORMAT } from './line-format.ts';
import { CLIENT_WORDS, SENT_CLIENT_WORDS, TOUCH_WORDS, toWords } from './line-words.ts';

/** A stored event in the words of the wire, with what was found out and decided about it. */
export function toEventLine({ event, bot, conversion: state, session, order }: KeptEvent) {
  const { conversion, page, touch } = event;
  const amount = conversion?.amount ?? null;
  return {
    format: LINE_FORMAT,
    event_id: formatEventId(event.id),
    event_type: event.type,
    timestamp: toIso(event.at),
    received_at: toIso(event.receivedAt),
    origin: event.origin,
    excluded: event.exclusion,
    bot: event.bot && botJson(event.bot),
    session_bot: event.bot === null && bot !== null ? botJson(bot) : null,
    session_id: event.sessionId,
    session: session && sessionJson(session),
    visitor_id: event.visitor?.id ?? null,
    visitor_kind: event.visitor?.source ?? null,
    user_id: event.userId,
    properties: event.properties,
    context: {
      page_url: page === null ? null : page.url + page.suffix,
      title: event.title,
      referrer: event.referrer,
      ...toWords(SENT_CLIENT_WORDS, event.client),
      ...factsJson(event.facts),
    },
    extras: event.extras,
    client: toWords(CLIENT_WORDS, event.client),
    touch: touch && { is_touch: touch.isTouch, ...toWords(TOUCH_WORDS, touch) },
    click_ids: event.clickIds,
    conversion: conversion && {
      order_id: conversion.orderId,
      value: amount && toMajorUnits(amount.minor, amount.currency),
      currency: amount?.currency ?? null,
    },
    conversion_state: state,
    order: order && orderJson(order),
  };
}

function sessionJson({ id, by }: FoundSession) {
  return { id: typeof id === 'string' ? id : formatEventId(id), found_by: by };
}

function orderJson({ rank, claimedAt, isRemoved }: OrderPlace) {
  return { rank, claimed_at: isoOrNull(claimedAt), removed: isRemoved };
}

function botJson({ category, name, score, reasons, isFiltered }: Bot) {
  return { category, name, score, reasons, filtered: isFiltered };
}

/** The facts that are there. */
function factsJson({ sdk, consent, gpc, clicks }: EventFacts) {
  return {
    ...(sdk !== null && { sdk }),
    ...(consent !== null && { consent }),
    ...(gpc && { gpc }),
    ...(clicks !== null && { click_ids: clicksJson(clicks) }),
  };
}

function clicksJson(clicks: Clicks): Record<string, unknown> {
  const each = Object.entries(clicks).map(([name, { value, at }]) => [name, { value, at: isoOrNull(at) }]);
  return Object.fromEntries(each);
}

const toIso = (at: number) => new Date(at).toISOString();
