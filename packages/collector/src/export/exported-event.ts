import { formatEventId, toMajorUnits } from '@cvq/contract';
import type { Bot, StoredEvent } from '@cvq/storage';

/** A stored event in the words of the wire, with what was found out about it. */
export function toExportedEvent({ event, bot, conversion: standing }: StoredEvent): Record<string, unknown> {
  const { conversion, page } = event;
  const amount = conversion?.amount ?? null;
  return {
    event_id: formatEventId(event.id),
    event_type: event.type,
    timestamp: new Date(event.at).toISOString(),
    received_at: new Date(event.receivedAt).toISOString(),
    origin: event.origin,
    excluded: event.exclusion,
    bot: event.bot && tellBot(event.bot),
    session_bot: event.bot === null && bot !== null ? tellBot(bot) : null,
    session_id: event.sessionId,
    visitor_id: event.visitor?.id ?? null,
    user_id: event.userId,
    properties: event.properties,
    context: {
      page_url: page === null ? null : page.url + page.suffix,
      title: event.title,
      referrer: event.referrer,
      user_agent: event.client.userAgent,
      language: event.client.language,
      screen: event.client.screen,
      ...event.extras,
    },
    client: {
      browser: event.client.browser,
      browser_version: event.client.browserVersion,
      os: event.client.os,
      os_version: event.client.osVersion,
      device: event.client.device,
      country: event.client.country,
      region: event.client.region,
      city: event.client.city,
    },
    touch: event.touch && {
      is_touch: event.touch.isTouch,
      channel: event.touch.channel,
      source: event.touch.source,
      medium: event.touch.medium,
      campaign: event.touch.campaign,
      term: event.touch.term,
      content: event.touch.content,
      ad_platform: event.touch.adPlatform,
      referrer: event.touch.referrer,
    },
    click_ids: event.clickIds,
    conversion: conversion && {
      order_id: conversion.orderId,
      value: amount && toMajorUnits(amount.minor, amount.currency),
      currency: amount?.currency ?? null,
    },
    conversion_state: standing,
  };
}

function tellBot({ category, name, score, reasons, isFiltered }: Bot) {
  return { category, name, score, reasons, filtered: isFiltered };
}
