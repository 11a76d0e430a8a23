import {
  AD_PLATFORMS,
  type AdPlatform,
  type ConversionDetails,
  NETWORK_OF_PLATFORM,
  USER_DATA_MS,
  type UserDataField,
} from '@cvq/contract';
import type { ConversionDeliveries, ForwardedConversion } from '@cvq/storage';
import { openUserDataOf, type UserDataOpener } from '../../ad-platforms/forwarding/open-user-data-of.ts';

type Sent = Pick<ConversionDeliveries, 'conversion' | 'deliveries' | 'attempts'>;

/**
 * Of which fields of user data hashes go with a conversion for each platform, and until when; never a hash. With one that a
 * platform has, what was said after it was sent does not go any more.
 */
export function hashedFields(sent: Sent, opener: UserDataOpener): ConversionDetails['user_data'] {
  const { conversion } = sent;
  const opened = conversion === null ? null : openUserDataOf(conversion, opener);
  if (conversion === null || opened === null) return null;
  const fields = AD_PLATFORMS.map((platform) => {
    const hashes = openUserDataOf(saidUntil(conversion, sentAt(platform, sent)), opener)?.hashes ?? null;
    return [platform, Object.keys(hashes?.[NETWORK_OF_PLATFORM[platform]] ?? {}) as UserDataField[]];
  });
  type Fields = NonNullable<ConversionDetails['user_data']>['hashed_fields'];
  return {
    hashed_fields: opened.hashes === null ? null : (Object.fromEntries(fields) as Fields),
    purge_at: new Date(opened.purgeAt).toISOString(),
  };
}

/** When a conversion was sent that the platform took; infinite where it has none, or that is kept no more. */
function sentAt(platform: AdPlatform, { deliveries, attempts }: Sent): number {
  const taken = new Set(
    deliveries
      .filter((each) => each.platform === platform && each.wasAccepted)
      .map((each) => each.integration),
  );
  const sent = attempts.filter(({ step, integration }) => step === 'send' && taken.has(integration));
  return sent.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...sent.map(({ startedAt }) => startedAt));
}

function saidUntil(conversion: ForwardedConversion, at: number): ForwardedConversion {
  return {
    ...conversion,
    userData: conversion.userData.filter(({ purgeAt }) => purgeAt - USER_DATA_MS <= at),
  };
}
