import {
  AD_PLATFORMS,
  ATTRIBUTION_WINDOW_MS,
  CLICK_IDS_OF_PLATFORM,
  type Conversion,
  DAY_MS,
  type Delivery,
  formatConversionId,
  formatEventId,
  toMajorUnits,
} from '@cvq/contract';
import type { ConversionRecord } from '@cvq/storage';

/** Click ids that a conversion names, those of the platforms: the first that it has is its type. */
const CLICK_IDS = AD_PLATFORMS.flatMap((platform): readonly string[] => CLICK_IDS_OF_PLATFORM[platform]);

/** Reckoned here: what V8 compiles for a division in an object literal is thrown away again and again. */
const LOOKBACK_DAYS = ATTRIBUTION_WINDOW_MS / DAY_MS;

/** A conversion in the words of the wire, with the deliveries of it that were found. */
export function conversionJson(
  record: ConversionRecord,
  projectCurrency: string,
  deliveries: Delivery[],
): Conversion {
  const { event, visit, userId, isRepeat, bot } = record;
  return {
    id: formatConversionId(event.id),
    event_id: formatEventId(event.id),
    event_type: event.type,
    timestamp: new Date(event.at).toISOString(),
    received_at: new Date(event.receivedAt).toISOString(),
    order_id: event.conversion?.orderId ?? null,
    ...amountJson(record, projectCurrency),
    items_count: Array.isArray(event.properties.items) ? event.properties.items.length : 0,
    session_id: event.sessionId ?? visit?.sessionId ?? null,
    user_id: userId,
    page_url: event.page?.url ?? null,
    attribution: attributionJson(record),
    has_user_data: record.hasUserData,
    duplicate: isRepeat,
    bot: bot !== null,
    counted: record.counts,
    deliveries,
  };
}

function amountJson({ event }: ConversionRecord, projectCurrency: string) {
  const amount = event.conversion?.amount ?? null;
  const value = amount && toMajorUnits(amount.minor, amount.currency);
  return {
    value,
    currency: amount?.currency ?? null,
    value_in_project_currency: amount?.currency === projectCurrency ? value : null,
  };
}

function attributionJson({ attribution }: ConversionRecord): Conversion['attribution'] {
  const { touch, clickIds, at, landingPage } = attribution;
  const clickIdType = clickIds && firstOf(clickIds);
  return {
    model: 'last_non_direct_click',
    lookback_days: LOOKBACK_DAYS,
    channel: touch?.channel ?? null,
    source: touch?.source ?? null,
    medium: touch?.medium ?? null,
    campaign: touch?.campaign ?? null,
    campaign_id: touch?.campaignId ?? null,
    term: touch?.term ?? null,
    content: touch?.content ?? null,
    click_id_type: clickIdType,
    gclid: clickIds?.gclid ?? null,
    fbclid: clickIds?.fbclid ?? null,
    msclkid: clickIds?.msclkid ?? null,
    clicked_at: clickIdType === null ? null : new Date(at).toISOString(),
    landing_page: landingPage?.path ?? null,
  };
}

/** The name of the click id that an ad was clicked with; null where each is empty. */
function firstOf(clickIds: Readonly<Record<string, string>>): string | null {
  const isGiven = (name: string) => Boolean(clickIds[name]);
  return CLICK_IDS.find(isGiven) ?? Object.keys(clickIds).find(isGiven) ?? null;
}
