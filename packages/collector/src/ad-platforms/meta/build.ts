import type { UserDataField } from '@cvq/contract';
import type { Built, EarlierAttempts, PlatformConversion, Target } from '../adapter.ts';
import { exactAmount } from '../exact-amount.ts';

/** What Meta calls each hashed field. */
const PARAMETERS = {
  email: 'em',
  phone: 'ph',
  first_name: 'fn',
  last_name: 'ln',
  city: 'ct',
  state: 'st',
  postal_code: 'zp',
  country: 'country',
} as const satisfies Record<UserDataField, string>;

/** What finds a person alone; names and places only make a match surer. */
const IDENTIFIERS = ['fbc', 'em', 'ph'];

/** Case matters, and nothing is cut off. */
const FBCLID = /^[\w-]+$/;

/**
 * A request of the Conversions API with one event. `leftOut` names parameters of `user_data`. A sale of which no page is
 * known is no event of a web site: those need a page and a user agent.
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event
 */
export function buildMeta(
  conversion: PlatformConversion,
  { action }: Pick<Target, 'action'>,
  { key, leftOut = [] }: EarlierAttempts = {},
): Built {
  const { pageUrl, userAgent } = conversion;
  const eventId = key ?? conversion.eventId;
  const isOnPage = isWebAddress(pageUrl) && Boolean(userAgent);
  const fields = (Object.keys(PARAMETERS) as UserDataField[]).filter(
    (field) => (conversion.hashes[field]?.length ?? 0) > 0 && !leftOut.includes(PARAMETERS[field]),
  );
  const fbc = leftOut.includes('fbc') ? null : fbcOf(conversion.click);
  const userData: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(fields.map((field) => [PARAMETERS[field], conversion.hashes[field]])),
    ...(conversion.externalId !== null &&
      !leftOut.includes('external_id') && { external_id: [conversion.externalId] }),
    ...(fbc !== null && { fbc }),
    ...(isOnPage && { client_user_agent: userAgent }),
  };
  const customData = customDataOf(conversion);
  const event = {
    event_name: action,
    event_time: Math.floor(conversion.at / 1_000),
    event_id: eventId,
    action_source: isOnPage ? 'website' : 'system_generated',
    ...(isOnPage && { event_source_url: pageUrl }),
    user_data: userData,
    ...(Object.keys(customData).length > 0 && { custom_data: customData }),
  };
  return {
    body: { access_token: '[token]', data: [event] },
    key: eventId,
    sharedKey: null,
    toldAt: conversion.at,
    identifiers: IDENTIFIERS.filter((name) => name in userData),
    hashedFields: fields,
  };
}

/** What a browser calls a page may be no address of the web. */
function isWebAddress(pageUrl: string | null): boolean {
  return pageUrl !== null && /^https?:/i.test(pageUrl) && URL.canParse(pageUrl);
}

/**
 * The click, with the time when it led here. The index is that for a server which keeps no cookie. A click id that is none
 * would lose the whole event.
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc
 */
function fbcOf(click: PlatformConversion['click']): string | null {
  return click !== null && FBCLID.test(click.value) ? `fb.1.${click.at}.${click.value}` : null;
}

/** @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/custom-data */
function customDataOf({ value, currency, orderId, items }: PlatformConversion) {
  const contents = items.map(({ id, quantity, price }) => ({
    id,
    // Whole pieces are counted there.
    quantity: Math.ceil(quantity),
    ...(price !== null && { item_price: exactAmount(price) }),
  }));
  return {
    ...(value !== null && currency !== null && { value: exactAmount(value), currency }),
    ...(orderId !== null && { order_id: orderId }),
    ...(contents.length > 0 && { content_type: 'product', contents }),
  };
}
