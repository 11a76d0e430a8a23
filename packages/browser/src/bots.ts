import { navigator } from './core/browser.ts';
import { documentValue } from './core/document-value.ts';
import type { Feature } from './core/feature.ts';
import { setHeadPart } from './core/head-parts.ts';
import { nodeShape } from './core/node-value.ts';
import { ownGlobal } from './core/own-global.ts';
import { screenSize } from './core/screen-size.ts';
import { settings } from './core/settings.ts';

/**
 * Names by which a page knows that a program drives its browser; the collector weighs them. Those of PhantomJS,
 * Nightmare and old Selenium are not among them, since none of these can read this code.
 */
const TRACES = 'webdriver Cypress domAutomation __pwInitScripts';

/** The systems of desktops. ChromeOS, and phones that ask for the pages of desktops, match none of them. */
const DESKTOP = /Win|Mac|Linux (?=[xi])/;

type Flags = Record<string, unknown>;

/** What looks like a program and proves nothing: the collector adds it to what it knows itself. */
function findDoubts(): string[] {
  const { platform, userAgent } = navigator;
  const { width, height } = screenSize();
  const { getOwnPropertyDescriptor } = Object;
  const system = DESKTOP.exec(platform)?.[0];
  const claimed = DESKTOP.exec(userAgent)?.[0];
  const doubts: Flags = {
    // No browser has its own on the object, and that of the prototype is never a script's.
    webdriver_faked: getOwnPropertyDescriptor(navigator, 'webdriver'),
    webdriver_hidden: !/native/.test(`${getOwnPropertyDescriptor(nodeShape(navigator), 'webdriver')?.get}`),
    platform: system && claimed && system !== claimed,
    // Without a screen, browsers pretend one of this size, or one that their page fills.
    screen: system && ((width === 800 && height === 600) || (width === innerWidth && height === innerHeight)),
  };
  return Object.keys(doubts).filter((name) => doubts[name]);
}

/** Tells the collector what looks like a bot, and what the site wants of bots. */
export const bots: Feature = () => {
  const traces = TRACES.split(' ').filter((name) => (navigator as unknown as Flags)[name] || ownGlobal(name));
  const isDriven = traces.length > 0;
  // How fast tabs of the background are looked at says nothing of a pace.
  if (documentValue('hidden')) traces.push('background');
  setHeadPart('bots', () => {
    // Not before: a window has its size only some time after its page has begun.
    const signals = [...traces, ...findDoubts()];
    return { signals: signals.length ? signals : undefined };
  });
  return settings.track_bots !== false || !isDriven;
};
