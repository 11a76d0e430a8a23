import { formatConversionId, formatEventId, type RecordedEvent, toMajorUnits } from '@cvq/contract';
import type { EventRecord, ListedEvent } from '@cvq/storage';

/** Who runs no JavaScript, and is known by nothing else, is a bot without a name. */
const NAMELESS = { category: 'other', name: 'No JavaScript', reasons: ['no_javascript'] } as const;

/** An event in the words of the wire, with what became of it. */
export function eventJson(listed: ListedEvent): RecordedEvent {
  const { event, state } = listed;
  const { country, region, city, language, device, browser, os } = event.client;
  const { touch } = event;
  return {
    event_id: formatEventId(event.id),
    event_type: event.type,
    timestamp: new Date(event.at).toISOString(),
    received_at: new Date(event.receivedAt).toISOString(),
    origin: event.origin,
    state,
    excluded_because: state === 'excluded' ? exclusionOf(event) : null,
    bot: botJson(listed),
    conversion: conversionJson(listed),
    session_id: event.sessionId,
    user_id: event.userId,
    page_url: event.page?.url ?? null,
    page_path: event.page?.path ?? null,
    hostname: event.page?.hostname ?? null,
    title: event.title,
    referrer: event.referrer,
    touch: touch && {
      channel: touch.channel,
      source: touch.source,
      medium: touch.medium,
      campaign: touch.campaign,
    },
    client: { country, region, city, language, device, browser, os },
    has_user_data: listed.hasUserData,
    properties: event.properties,
    properties_complete: listed.hasAllProperties,
  };
}

/** A conversion that was taken out is excluded by nothing of its own. */
function exclusionOf({ exclusion }: EventRecord): RecordedEvent['excluded_because'] {
  return exclusion === null || exclusion === 'no_javascript' ? 'removed' : exclusion;
}

function botJson({ bot, event }: ListedEvent): RecordedEvent['bot'] {
  if (bot !== null) return { category: bot.category, name: bot.name, reasons: [...bot.reasons] };
  return event.exclusion === 'no_javascript' ? { ...NAMELESS, reasons: [...NAMELESS.reasons] } : null;
}

function conversionJson({ event, conversion: state }: ListedEvent): RecordedEvent['conversion'] {
  if (state === null) return null;
  const amount = event.conversion?.amount ?? null;
  return {
    id: formatConversionId(event.id),
    state,
    order_id: event.conversion?.orderId ?? null,
    value: amount && toMajorUnits(amount.minor, amount.currency),
    currency: amount?.currency ?? null,
  };
}
