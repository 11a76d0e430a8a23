import type { AdConsentDefault, AdPlatform, SkipReason } from '@cvq/contract';
import type {
  AdClaim,
  AdNext,
  ForwardedClick,
  ForwardedConversion,
  Integration,
  Standing,
} from '@cvq/storage';
import type { PlatformConversion } from '../adapter.ts';
import { readClickKey } from '../click-key.ts';
import { type AdConsent, adConsentOf, isClickAllowed } from './ad-consent.ts';
import { clickOf, repeatableUntil, retryUntil } from './retry-until.ts';

/** What is known of a delivery when its time has come. */
export type Considered = {
  readonly claim: Pick<AdClaim, 'unknownSince'> & Partial<Pick<AdClaim, 'key' | 'mayHaveArrived'>>;
  /** Null where there is none any more. */
  readonly conversion: ForwardedConversion | null;
  readonly integration: Integration;
  /** What counts where the visitor said nothing. */
  readonly unsaidConsent: AdConsentDefault;
  /** Hashes by the rules of this platform. */
  readonly hashes: PlatformConversion['hashes'];
  readonly now: number;
};

/** A conversion that is to be sent, with all that was found out on the way. */
export type Eligible = {
  readonly conversion: ForwardedConversion;
  readonly action: string;
  readonly click: ForwardedClick | null;
  readonly consent: AdConsent;
  readonly retryUntil: number;
};

/** Why nothing is sent now. */
type NotSent = Pick<AdNext, 'state' | 'reason' | 'dueAt' | 'retryUntil'>;

/** What becomes of a conversion that does not count. */
const OF_STANDING: Readonly<Record<Exclude<Standing, 'counted'>, NotSent>> = {
  removed: cancelled('removed'),
  foreign_host: skipped('foreign_host'),
  local_page: skipped('local_page'),
  bot: skipped('bot'),
  repeated: skipped('duplicate_order'),
};

/**
 * Whether a conversion is sent to an integration, as it stands at this moment. The first reason against it counts, in
 * this order.
 */
export function eligibilityOf(given: Considered): { readonly send: Eligible } | { readonly next: NotSent } {
  const { claim, conversion, integration, unsaidConsent, hashes, now } = given;
  if (conversion === null) return { next: cancelled('erased') };
  const uncounted = uncountedOf(conversion, claim);
  if (uncounted !== null) return { next: uncounted };
  const action = actionOf(integration, conversion.type);
  if (action === undefined) return { next: skipped('no_mapping') };
  const consent = adConsentOf(conversion, unsaidConsent);
  if (consent.isDenied) return { next: skipped('no_consent') };

  const { platform, send } = integration;
  const click = clickOf(
    platform,
    conversion.clicks.filter((one) => isClickAllowed(one, unsaidConsent)),
  );
  const until = retryUntil(platform, click, conversion.at);
  const withWindow = (next: NotSent) => ({ next: { ...next, retryUntil: until } });
  if (conversion.at > now) return withWindow({ state: 'waiting', reason: null, dueAt: conversion.at });
  if (now > until) return withWindow(ended('expired', null));
  if (now > repeatableUntil(platform, clickOfKey(claim, click), claim.unknownSince))
    return withWindow(ended('failed', 'outcome_unknown'));
  const isPersonKnown = hashes.email !== undefined || hashes.phone !== undefined;
  const canMatch = click !== null || (send === 'matchable' && isPersonKnown);
  if (!canMatch) return withWindow(skipped('no_identifier'));
  if (action === WITH_VALUE_ONLY[platform] && conversion.amount === null)
    return withWindow(skipped('no_value'));
  return { send: { conversion, action, click, consent, retryUntil: until } };
}

/**
 * Null for what is sent. An order may be with the platform by the key of a repeated report: that one goes on until it is,
 * or until the sale takes the order over.
 */
function uncountedOf({ standing }: ForwardedConversion, claim: Considered['claim']): NotSent | null {
  if (standing === 'counted') return null;
  return standing === 'repeated' && claim.mayHaveArrived === true ? null : OF_STANDING[standing];
}

/** Who knows a repeat by its click knows it by that of its key: a click that was found since is no help. */
function clickOfKey({ key }: Considered['claim'], click: ForwardedClick | null): ForwardedClick | null {
  return key != null && readClickKey(key) === null ? null : click;
}

/**
 * What a platform takes only with a value and a currency: of Meta one of its own events.
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/custom-data
 */
const WITH_VALUE_ONLY: Readonly<Partial<Record<AdPlatform, string>>> = { meta_ads: 'Purchase' };

/** What the platform calls an event type. Types are words of strangers. */
export function actionOf({ actions }: Pick<Integration, 'actions'>, type: string): string | undefined {
  return Object.hasOwn(actions, type) ? actions[type] : undefined;
}

function ended(state: NotSent['state'], reason: string | null): NotSent {
  return { state, reason, dueAt: null };
}

function skipped(reason: SkipReason): NotSent {
  return ended('skipped', reason);
}

function cancelled(reason: SkipReason): NotSent {
  return ended('cancelled', reason);
}
