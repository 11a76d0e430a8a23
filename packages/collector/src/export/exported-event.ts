import { formatEventId, toMajorUnits } from '@cvq/contract';
import type { Bot, Clicks, Client, EventFacts, StoredEvent, Touch } from '@cvq/storage';

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
    bot: event.bot && botJson(event.bot),
    session_bot: event.bot === null && bot !== null ? botJson(bot) : null,
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
      ...factsJson(event.facts),
      ...event.extras,
    },
    client: clientJson(event.client),
    touch: event.touch && touchJson(event.touch),
    click_ids: event.clickIds,
    conversion: conversion && {
      order_id: conversion.orderId,
      value: amount && toMajorUnits(amount.minor, amount.currency),
      currency: amount?.currency ?? null,
    },
    conversion_state: standing,
  };
}

function clientJson(client: Client) {
  return {
    browser: client.browser,
    browser_version: client.browserVersion,
    os: client.os,
    os_version: client.osVersion,
    device: client.device,
    country: client.country,
    region: client.region,
    city: client.city,
  };
}

function touchJson(touch: Touch) {
  return {
    is_touch: touch.isTouch,
    channel: touch.channel,
    source: touch.source,
    medium: touch.medium,
    campaign: touch.campaign,
    term: touch.term,
    content: touch.content,
    ad_platform: touch.adPlatform,
    referrer: touch.referrer,
  };
}

function botJson({ category, name, score, reasons, isFiltered }: Bot) {
  return { category, name, score, reasons, filtered: isFiltered };
}

/** The facts that are there. One that has no form of its own on the wire goes there as it is. */
function factsJson({ clicks, ...facts }: EventFacts): Record<string, unknown> {
  const said = Object.entries(facts).filter(([, value]) => value !== null && value !== false);
  const named = said.map(([name, value]) => [name.replace(/[A-Z]/g, (at) => `_${at.toLowerCase()}`), value]);
  return { ...Object.fromEntries(named), ...(clicks && { click_ids: clicksJson(clicks) }) };
}

function clicksJson(clicks: Clicks): Record<string, unknown> {
  const each = Object.entries(clicks).map(([name, { value, at }]) => [
    name,
    { value, at: at === null ? null : new Date(at).toISOString() },
  ]);
  return Object.fromEntries(each);
}
