import { getClickIds } from './attribution.ts';
import { consent } from './consent.ts';
import {
  trackConversion,
  trackDownload,
  trackLead,
  trackPurchase,
  trackSignup,
  trackSubscription,
} from './conversion.ts';
import { getCrossdomainLink } from './cross-domain.ts';
import { debug } from './debug.ts';
import { enhance, setEnhancedUserData } from './enhanced-user-data.ts';
import { getUserId, identify } from './identify.ts';
import { initAll } from './init-all.ts';
import { optIn, optOut } from './opt-out.ts';
import { page } from './page.ts';
import { reset } from './reset.ts';
import { getSessionId } from './session-id.ts';
import { track } from './track.ts';

/** The whole SDK as one object: every method, every feature. */
export const Service = {
  init: initAll,
  page,
  track,
  trackConversion,
  trackPurchase,
  trackLead,
  trackSignup,
  trackSubscription,
  trackDownload,
  identify,
  setEnhancedUserData,
  enhance,
  getUserId,
  getSessionId,
  reset,
  debug,
  getClickIds,
  getCrossdomainLink,
  consent,
  optOut,
  optIn,
};
