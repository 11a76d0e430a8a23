import {
  type ConversionJourney,
  type ConversionVisit,
  formatConversionId,
  formatEventId,
} from '@cvq/contract';
import {
  type EventRecord,
  type JourneyVisit,
  plainProperties,
  type StoredJourney,
  type Touch,
} from '@cvq/storage';

const MAX_ITEMS = 100;
const MAX_TEXT = 200;

/** A journey in the words of the wire. */
export function journeyJson({ conversion, visits, visitCount }: StoredJourney): ConversionJourney {
  const { event, visit } = conversion;
  // A backend tells of its own machine; who bought did it in the browser.
  const acted = event.origin === 'server' && visit !== null ? visit : event;
  const { country, region, city, device, browser, os, language } = acted.client;
  return {
    conversion_id: formatConversionId(event.id),
    visits: visits.map(visitJson),
    visits_total: visitCount,
    items: itemsOf(event.properties.items),
    visitor_id: acted.visitor?.source === 'sdk' ? acted.visitor.id : null,
    client: { country, region, city, device, browser, os, language },
  };
}

function visitJson(visit: JourneyVisit): ConversionVisit {
  return {
    session_id: visit.id,
    started_at: new Date(visit.startedAt).toISOString(),
    ended_at: new Date(visit.lastAt).toISOString(),
    is_credited: visit.isCredited,
    is_own: visit.isOwn,
    touch: visit.touch && touchJson(visit.touch),
    click_ids: { ...visit.clickIds },
    events: visit.events.map((event, index) => eventJson(event, visit.events.slice(index + 1))),
    events_total: visit.eventCount,
  };
}

function touchJson({ campaignId, isTouch: _, adPlatform: _ad, ...words }: Touch): ConversionVisit['touch'] {
  return { ...words, campaign_id: campaignId };
}

function eventJson(event: EventRecord, later: readonly EventRecord[]): ConversionVisit['events'][number] {
  const next = event.type === 'pageview' ? later.find(({ type }) => type === 'pageview') : undefined;
  return {
    event_id: formatEventId(event.id),
    event_type: event.type,
    timestamp: new Date(event.at).toISOString(),
    page_url: event.page?.url ?? null,
    page_path: event.page?.path ?? null,
    title: event.title,
    seconds_to_next: next === undefined ? null : (next.at - event.at) / 1000,
    properties: plainProperties(event.properties),
  };
}

/** What a sender calls items may be anything. */
function itemsOf(items: unknown): ConversionJourney['items'] {
  if (!Array.isArray(items)) return [];
  return items.slice(0, MAX_ITEMS).flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const { sku, name, price, quantity } = item as Record<string, unknown>;
    return [{ sku: textOf(sku), name: textOf(name), price: numberOf(price), quantity: numberOf(quantity) }];
  });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : null);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
