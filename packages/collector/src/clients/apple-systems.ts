import type { Product } from './product.ts';

/** Safari 26 and later state iOS 18 for ever; their own version is that of the system. */
const FROZEN_IOS_MAJOR = 18;

/** iPads ask for desktop sites as a Mac would, but no Mac has a touch screen. */
export function isIpadPosingAsMac(userAgent: string, os: Product, touchPoints: number): boolean {
  return os.name === 'macOS' && touchPoints > 1 && !/\b(?:Chrome|Firefox)\//.test(userAgent);
}

/** A user agent of iOS with the right name and version; since version 13 iPads have a name of their own. */
export function appleSystem(userAgent: string, os: Product): Product {
  if (os.name !== 'iOS') return os;
  // The parser sees iOS in Opera Mini for Java phones too.
  if (!/iP(?:hone|ad|od|h\d)|iOS|Darwin/.test(userAgent)) return { name: '', version: '' };
  const safari = safariVersion(userAgent);
  const isFrozen = major(os.version) === FROZEN_IOS_MAJOR && major(safari) > FROZEN_IOS_MAJOR;
  const version = isFrozen ? safari : os.version;
  return { name: /\biPad\b/.test(userAgent) && major(version) >= 13 ? 'iPadOS' : 'iOS', version };
}

/** On iOS an app that shows a page states no browser, only the engine. */
export function appleBrowser(browser: Product, os: Product): Product {
  return browser.name === 'WebKit' && os.name === 'iOS' ? { name: 'Safari (in-app)', version: '' } : browser;
}

/** Safari has the version of the iOS or iPadOS that it comes with. */
export function safariVersion(userAgent: string): string {
  return /\bVersion\/([\d.]{1,16})/.exec(userAgent)?.[1] ?? '';
}

function major(version: string): number {
  return Number.parseInt(version, 10) || 0;
}
