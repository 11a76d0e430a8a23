import { navigator } from './browser.ts';
import { type BatchHead, headParts } from './head-parts.ts';
import { type Identity, identityAt } from './identity.ts';
import { mayStore } from './storage.ts';
import { VERSION } from './version.ts';

/** The head for an event of this moment. Events that wait keep the head that they were born with. */
export function batchHead(at: number): BatchHead {
  const [visitor, session, user]: Partial<Identity> = mayStore() ? identityAt(at, true) : [];
  return {
    visitor_id: visitor,
    session_id: session,
    sdk: VERSION,
    user_id: user,
    // Said only where it is so, and denies nothing by itself.
    gpc: (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || undefined,
    // By these the collector tells an iPad from the Mac that it says it is.
    touch_points: navigator.maxTouchPoints,
    ...headParts(),
  };
}
