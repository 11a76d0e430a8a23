import { AD_PLATFORMS, type ConversionDetails, NETWORK_OF_PLATFORM, type UserDataField } from '@cvq/contract';
import type { ForwardedConversion } from '@cvq/storage';
import { openUserData, UserDataUnreadable } from '../../ad-platforms/sealed-user-data.ts';
import type { Sealer } from '../../secrets/sealer.ts';

/** Of which fields of user data hashes are kept for each platform, and until when; never a hash. */
export function hashedFields(
  userData: ForwardedConversion['userData'],
  sealer: Sealer,
): ConversionDetails['user_data'] {
  if (userData === null) return null;
  return {
    hashed_fields: fieldsIn(userData.sealed, sealer),
    purge_at: new Date(userData.purgeAt).toISOString(),
  };
}

/** Null for what was sealed with a secret that is lost. */
function fieldsIn(sealed: Uint8Array, sealer: Sealer) {
  try {
    const hashes = openUserData(sealer, sealed);
    const fields = AD_PLATFORMS.map((platform) => [
      platform,
      Object.keys(hashes[NETWORK_OF_PLATFORM[platform]]) as UserDataField[],
    ]);
    return Object.fromEntries(fields) as NonNullable<ConversionDetails['user_data']>['hashed_fields'];
  } catch (error) {
    if (!(error instanceof UserDataUnreadable)) throw error;
    return null;
  }
}
