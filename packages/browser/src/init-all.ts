import { attribution } from './attribution.ts';
import { bots } from './bots.ts';
import { consentDefault } from './consent.ts';
import { cookies } from './cookies.ts';
import { distinct } from './core/distinct.ts';
import type { Feature } from './core/feature.ts';
import { setDebug } from './core/log.ts';
import { safely } from './core/safely.ts';
import type { Config } from './core/settings.ts';
import { crossDomain } from './cross-domain.ts';
import { declarative } from './declarative.ts';
import { init } from './init.ts';

/** In this order: where things are kept, who is not tracked, who came from where, what is done here. */
const FEATURES: readonly Feature[] = [cookies, consentDefault, bots, crossDomain, attribution, declarative];

/** What the `init` of the whole SDK takes. */
export type ServiceConfig = Config & {
  /** Write what happens to the console. Default false. */
  debug?: boolean;
};

/** Starts the tracking with all that the script tag does. Features that are named come beside its own. */
export function initAll(config: ServiceConfig): void {
  safely(() => {
    // A page may call it without anything.
    const options: ServiceConfig = Object(config);
    if (options.debug) setDebug(true);
    init({ ...options, features: distinct(FEATURES.concat(options.features || [])) });
  });
}
