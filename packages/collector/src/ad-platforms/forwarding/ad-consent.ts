import type { AdConsentDefault } from '@cvq/contract';
import type { ForwardedClick, ForwardedConversion } from '@cvq/storage';
import type { PlatformConsent } from '../adapter.ts';

/**
 * Where the law asks for consent before anything is kept for or told to advertisers: the European Economic Area with the
 * regions of its members that have a code of their own, the United Kingdom and Switzerland. The platforms ask for it in
 * the same countries: Google's EU user consent policy, https://www.google.com/about/company/user-consent-policy/
 */
const ASKS_FIRST: ReadonlySet<string> = new Set(
  (
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' +
    'IS LI NO AX GF GP MF MQ RE YT GB CH'
  ).split(' '),
);

/** What platforms may be told of a visitor. */
export type AdConsent = {
  /** Nothing of the conversion leaves. */
  readonly isDenied: boolean;
  readonly adUserData: PlatformConsent;
  readonly adPersonalization: PlatformConsent;
};

/**
 * What a conversion's visitor allows: what was said of each purpose, and what the project has for the others. Global
 * Privacy Control denies all of them.
 */
export function adConsentOf(
  { consent, gpc, country }: Pick<ForwardedConversion, 'consent' | 'gpc' | 'country'>,
  unsaid: AdConsentDefault,
): AdConsent {
  const others = inCountry(unsaid, country);
  const answer = (said: PlatformConsent | undefined) => (gpc ? 'denied' : (said ?? others));
  const adUserData = answer(consent?.ad_user_data);
  return {
    isDenied: adUserData === 'denied' || answer(consent?.ad_storage) === 'denied',
    adUserData,
    adPersonalization: answer(consent?.ad_personalization),
  };
}

/** A visitor without a country, as every sale of a server that tells nothing of one, is in none that asks first. */
function inCountry(unsaid: AdConsentDefault, country: string | null): PlatformConsent {
  if (unsaid !== 'by_country') return unsaid;
  return country !== null && ASKS_FIRST.has(country) ? 'denied' : 'unspecified';
}

/** Whether a platform may be told of a click: a click is as restricted as the visits that it led to. */
export function isClickAllowed(
  { visits = [] }: Pick<ForwardedClick, 'visits'>,
  unsaid: AdConsentDefault,
): boolean {
  return visits.every((visit) => !adConsentOf(visit, unsaid).isDenied);
}
