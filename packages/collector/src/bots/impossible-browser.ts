import { CHROME_BUILDS } from './tables/chrome-builds.ts';

/** Builds of one major version lie this close to the first; derived browsers take any of them. */
const BUILD_SPREAD = 45;

/** Chrome's patch numbers stay in the hundreds, but for its first year; derivatives that count their own go higher. */
const MADE_UP_PATCHES = { from: 1000, to: 9999, since: 5 };

const IOS = /\b(?:iPhone|iPad|iPod)\b/;
const CHROME = /\bChrome\/(\d{1,3})\.(\d{1,4})\.(\d{1,5})\.(\d{1,6})\b/;
const DERIVED =
  /\b(?:Ya(?:Browser|App|Search)|OPR|Edg[A-Z]?|SamsungBrowser|Vivaldi|Brave|UBrowser|Electron|QtWebEngine)\b/;

/** A version of Chrome that was never built, as fleets of faked browsers make them up. */
export function impossibleBrowser(userAgent: string): 'impossible_browser' | 'unknown_build' | null {
  const chrome = CHROME.exec(userAgent);
  // Chrome for iOS says CriOS: a Chrome there is a template into which somebody put a version. Puffin draws elsewhere,
  // and Vivaldi and Opera say Chrome when they ask for the pages of desktops.
  if (
    IOS.test(userAgent) &&
    / Chrome\/\d/.test(userAgent) &&
    !/\bAndroid\b| (?:Puffin|Vivaldi|OPR)\/\d/.test(userAgent)
  ) {
    return 'impossible_browser';
  }
  if (chrome === null) return null;
  const [, major, , build, patch] = chrome.map(Number) as [number, number, number, number, number];
  const isDerived = DERIVED.test(userAgent);
  if (isMadeUp(major, patch) && !/\bYa[A-Z]/.test(userAgent)) return 'impossible_browser';
  if (isDerived || build === 0) return null;
  const first = CHROME_BUILDS[major];
  if (first === undefined) return null;
  return Math.abs(build - first) > BUILD_SPREAD ? 'unknown_build' : null;
}

function isMadeUp(major: number, patch: number): boolean {
  const { from, to, since } = MADE_UP_PATCHES;
  return major >= since && patch >= from && patch <= to;
}
