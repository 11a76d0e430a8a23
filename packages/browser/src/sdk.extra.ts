import { boot } from './boot.ts';
import type { ServiceConfig } from './init-all.ts';
import { linkClicks } from './link-clicks.ts';
import { Service } from './service.ts';
import { shadowRoots } from './shadow-roots.ts';

/** The script `sdk.extra.js`: what `sdk.js` does, and what did not fit into it. */
const extra = {
  ...Service,
  init: (config: ServiceConfig) => Service.init({ ...config, features: [shadowRoots, linkClicks] }),
};

boot(extra);
