import { PLATFORMS_OF_OS } from '../clients/names.ts';
import type { BotEvidence, Reason } from './evidence.ts';

/** Browsers of these versions send what is asked for. Older ones prove nothing by their silence. */
const HINTS_SINCE = 90;
const SEC_FETCH_SINCE = { chrome: 80, firefox: 90, safari: 16.4 };

const MAX_LENGTH = 512;

/** Where the headers of a request contradict the browser that its user agent names. */
export function contradictions({ userAgent, hints, headers }: BotEvidence): Reason[] {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  const chrome = Number(/\bChrome\/(\d{1,3})\b/.exec(text)?.[1] ?? 0);
  const found: Reason[] = [];
  // An embedded view may have the hints of its system and the user agent of its app.
  if (hints && chrome >= HINTS_SINCE && !/; wv\)/.test(text)) {
    if (contradictsPlatform(text, hints.platform)) found.push('hint_platform_mismatch');
    if (contradictsVersion(chrome, hints.brands)) found.push('hint_version_mismatch');
  }
  if (headers && text.startsWith('Mozilla/')) {
    if (!headers.acceptLanguage || headers.acceptLanguage === '*') found.push('no_accept_language');
    if (headers.secFetch === false && sendsSecFetch(text, chrome)) found.push('no_sec_fetch');
  }
  return found;
}

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chrome OS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

function contradictsPlatform(userAgent: string, hint: string | undefined): boolean {
  const platform = (hint ?? '').replaceAll('"', '').replace('Chromium OS', 'Chrome OS');
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (platform === '' || platform === 'Unknown' || system === undefined) return false;
  return !(PLATFORMS_OF_OS.get(system)?.includes(platform) ?? true);
}

/** The brand of the engine has the engine's version, whatever product is built on it. */
function contradictsVersion(chrome: number, brands: string | undefined): boolean {
  const engine = /"Chromium";\s*v="(\d{1,3})/.exec(brands ?? '')?.[1];
  return engine !== undefined && Number(engine) !== chrome;
}

function sendsSecFetch(userAgent: string, chrome: number): boolean {
  if (chrome > 0) return chrome >= SEC_FETCH_SINCE.chrome;
  const firefox = /\bFirefox\/(\d{1,3})/.exec(userAgent)?.[1];
  if (firefox !== undefined) return Number(firefox) >= SEC_FETCH_SINCE.firefox;
  const safari = /\bVersion\/(\d{1,2}\.\d{1,2})\b.*\bSafari\//.exec(userAgent)?.[1];
  return safari !== undefined && Number(safari) >= SEC_FETCH_SINCE.safari;
}
