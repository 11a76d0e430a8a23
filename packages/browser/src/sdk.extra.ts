import { boot } from './boot.ts';
import { linkClicks } from './link-clicks.ts';
import { optIn, optOut } from './opt-out.ts';
import { FEATURES, Service, type ServiceConfig } from './service.ts';
import { shadowRoots } from './shadow-roots.ts';

/** The script `sdk.extra.js`: what `sdk.js` does, and what did not fit into it. */
const extra = {
  ...Service,
  init: (config: ServiceConfig) =>
    Service.init({ features: [...FEATURES, shadowRoots, linkClicks], ...config }),
  optOut,
  optIn,
};

boot(extra);
