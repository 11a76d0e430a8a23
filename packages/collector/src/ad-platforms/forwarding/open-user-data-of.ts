import type { AdConsentDefault } from '@cvq/contract';
import type { ForwardedConversion } from '@cvq/storage';
import type { Sealer } from '../../secrets/sealer.ts';
import type { HashedUserData } from '../hashing/hash-user-data.ts';
import { openUserData, UserDataUnreadable } from '../sealed-user-data.ts';
import { adConsentOf } from './ad-consent.ts';

/** What opens user data, and who hears of what it cannot open. */
export type UserDataOpener = {
  readonly sealer: Pick<Sealer, 'open'>;
  /** What counts where a visitor said nothing. */
  readonly unsaidConsent: AdConsentDefault;
  readonly onUnreadable?: (error: UserDataUnreadable) => void;
};

type Said = Pick<ForwardedConversion, 'userData' | 'consent'>;
type Hashes = Omit<HashedUserData, 'omitted'>;
type OpenedUserData = {
  /** Null where nothing of it can be opened. */
  readonly hashes: Hashes | null;
  /** When the last of it is deleted. Epoch milliseconds. */
  readonly purgeAt: number;
};

/**
 * The user data that goes with a conversion, field by field as it was said nearest to it; null without any. What a visitor
 * said in another visit is as restricted as that visit, and is not looked for where who they are may not be kept.
 */
export function openUserDataOf(
  { userData, consent }: Said,
  { sealer, unsaidConsent, onUnreadable = () => {} }: UserDataOpener,
): OpenedUserData | null {
  const isKnown = consent?.analytics_storage !== 'denied';
  const allowed = userData.filter(
    ({ visit }) => visit === null || (isKnown && !adConsentOf(visit, unsaidConsent).isDenied),
  );
  if (allowed.length === 0) return null;
  const opened = allowed.flatMap(({ sealed }): Hashes[] => {
    try {
      return [openUserData(sealer, sealed)];
    } catch (error) {
      if (!(error instanceof UserDataUnreadable)) throw error;
      onUnreadable(error);
      return [];
    }
  });
  return {
    hashes: opened.length === 0 ? null : opened.reduce(withFieldsOf),
    purgeAt: Math.max(...allowed.map(({ purgeAt }) => purgeAt)),
  };
}

function withFieldsOf(nearer: Hashes, further: Hashes): Hashes {
  return {
    google: { ...further.google, ...nearer.google },
    meta: { ...further.meta, ...nearer.meta },
    microsoft: { ...further.microsoft, ...nearer.microsoft },
  };
}
