import { attribution, getClickIds } from './attribution.ts';
import { bots } from './bots.ts';
import { consent } from './consent.ts';
import {
  trackConversion,
  trackDownload,
  trackLead,
  trackPurchase,
  trackSignup,
  trackSubscription,
} from './conversion.ts';
import { cookies } from './cookies.ts';
import type { Feature } from './core/feature.ts';
import { setDebug } from './core/log.ts';
import type { Config } from './core/settings.ts';
import { crossDomain, getCrossdomainLink } from './cross-domain.ts';
import { debug } from './debug.ts';
import { declarative } from './declarative.ts';
import { enhance, setEnhancedUserData } from './enhanced-user-data.ts';
import { getUserId, identify } from './identify.ts';
import { init } from './init.ts';
import { page } from './page.ts';
import { reset } from './reset.ts';
import { getSessionId } from './session-id.ts';
import { track } from './track.ts';

/** In this order: where things are kept, who is not tracked, who came from where, what is done here. */
export const FEATURES: readonly Feature[] = [cookies, bots, crossDomain, attribution, declarative];

/** What `Service.init` takes. */
export type ServiceConfig = Config & {
  /** Write what happens to the console. Default false. */
  debug?: boolean;
};

/** The whole SDK as one object: every method, every feature. */
export const Service = {
  init(config: ServiceConfig): void {
    if (config.debug) setDebug(true);
    init({ features: FEATURES, ...config });
  },
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
};
