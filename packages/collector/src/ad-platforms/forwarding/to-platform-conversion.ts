import { hash } from 'node:crypto';
import { type AdPlatform, NETWORK_OF_PLATFORM, toMajorUnits } from '@cvq/contract';
import { formatEventId } from '@cvq/contract/event-id';
import { hasAtSign, REDACTED, redact, withoutClickIds, withoutEmails } from '@cvq/contract/redact';
import type { KeyedHash } from '../../secrets/keyed-hash.ts';
import type { PlatformConversion } from '../adapter.ts';
import type { Eligible } from './eligibility.ts';
import { openUserDataOf, type UserDataOpener } from './open-user-data-of.ts';

type Opened = {
  readonly hashes: PlatformConversion['hashes'];
  /** What the project wants cut from addresses beside what is always cut. */
  readonly redactedNames: readonly string[] | null;
  /** For what platforms may know again and must not read. */
  readonly keyedHash: KeyedHash;
};

/**
 * The hashes by the rules of a platform. None where no user data goes with the conversion, or it was purged, or the secret that
 * sealed it is lost: a click is told without.
 */
export function openHashes(
  conversion: Parameters<typeof openUserDataOf>[0] | null,
  platform: AdPlatform,
  opener: UserDataOpener,
): PlatformConversion['hashes'] {
  const opened = conversion === null ? null : openUserDataOf(conversion, opener);
  return opened?.hashes?.[NETWORK_OF_PLATFORM[platform]] ?? {};
}

/** What a platform may be told of a conversion. Whatever may be an e-mail address or name a person is hashed or cut. */
export function toPlatformConversion(
  { conversion, click, consent }: Eligible,
  { hashes, redactedNames, keyedHash }: Opened,
): PlatformConversion {
  const { amount, orderId, pageUrl, userAgent } = conversion;
  const isKnown = conversion.consent?.analytics_storage !== 'denied';
  const person = isKnown ? (conversion.userId ?? conversion.visitorId) : null;
  return {
    eventId: formatEventId(conversion.event),
    orderId: orderId !== null && hasAtSign(orderId) ? keyedHash(orderId) : orderId,
    at: conversion.at,
    value: amount === null ? null : toMajorUnits(amount.minor, amount.currency),
    currency: amount?.currency ?? null,
    items: itemsOf(conversion.properties.items),
    click,
    hashes,
    externalId: person === null ? null : hash('sha256', person, 'hex'),
    pageUrl: pageUrl === null ? null : withoutClickIds(redact(pageUrl, redactedNames ?? [])),
    userAgent,
    consent: { adUserData: consent.adUserData, adPersonalization: consent.adPersonalization },
  };
}

/** Items that say which they are. What browsers send of them may be anything. */
function itemsOf(sent: unknown): PlatformConversion['items'] {
  if (!Array.isArray(sent)) return [];
  return sent.flatMap((item: unknown) => {
    const { sku, quantity, price } = (item ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof sku !== 'string' || !saysWhichItIs(sku)) return [];
    const isCount = typeof quantity === 'number' && Number.isFinite(quantity) && quantity > 0;
    const isPrice = typeof price === 'number' && Number.isFinite(price);
    return [{ id: sku, quantity: isCount ? quantity : 1, price: isPrice ? price : null }];
  });
}

/** An address in it was cut before it was stored; older versions stored what they were sent. */
function saysWhichItIs(sku: string): boolean {
  return sku !== '' && !sku.includes(REDACTED) && withoutEmails(sku) === sku;
}
