import type { Feature } from './core/feature.ts';
import { setHeadPart } from './core/head-parts.ts';
import { settings } from './core/settings.ts';

/**
 * Names by which a page knows that a program drives its browser; the collector weighs them. Those of PhantomJS,
 * Nightmare and old Selenium are not among them, since none of these can read this code.
 */
const TRACES = 'webdriver Cypress domAutomation __pwInitScripts';

type Flags = Record<string, unknown>;

/** Tells the collector what looks like a bot, and what the site wants of bots. */
export const bots: Feature = () => {
  const { filter_bots: filterBots, track_bots: trackBots } = settings;
  const signals = TRACES.split(' ').filter(
    (name) => (navigator as unknown as Flags)[name] || (window as unknown as Flags)[name],
  );
  setHeadPart('bots', () => ({
    signals: signals.length ? signals : undefined,
    // Said only where it is not the default.
    filter_bots: filterBots && undefined,
    track_bots: trackBots && undefined,
  }));
  return trackBots !== false || !signals.length;
};
