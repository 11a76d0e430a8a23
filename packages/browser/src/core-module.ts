export { attribution, getClickIds } from './attribution.ts';
export { bots } from './bots.ts';
export { type Consent, type ConsentOptions, consent, consentDefault } from './consent.ts';
export {
  type ConversionData,
  type Item,
  trackConversion,
  trackDownload,
  trackLead,
  trackPurchase,
  trackSignup,
  trackSubscription,
} from './conversion.ts';
export { cookies } from './cookies.ts';
export type { Feature } from './core/feature.ts';
export type { Config, OutgoingEvent } from './core/settings.ts';
export { crossDomain, getCrossdomainLink } from './cross-domain.ts';
export { debug } from './debug.ts';
export { declarative } from './declarative.ts';
export { enhance, setEnhancedUserData } from './enhanced-user-data.ts';
export { getUserId, identify } from './identify.ts';
export { init } from './init.ts';
export { linkClicks } from './link-clicks.ts';
export { optIn, optOut } from './opt-out.ts';
export { page } from './page.ts';
export type { EventMap, Properties } from './properties.ts';
export { reset } from './reset.ts';
export { getSessionId } from './session-id.ts';
export { shadowRoots } from './shadow-roots.ts';
export { track } from './track.ts';
export type { UserData } from './user-data.ts';
