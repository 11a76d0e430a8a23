import { UAParser } from 'ua-parser-js';
import { appleBrowser, appleSystem, isIpadPosingAsMac, safariVersion } from './apple-systems.ts';
import type { ClientEvidence, ClientHints, ParsedClient } from './client.ts';
import { deviceTypeOf } from './device-type-of.ts';
import { hintedSystem, trustHints, unquote } from './hinted-system.ts';
import { BROWSER_NAMES, GENERIC_BROWSERS, OS_NAMES } from './names.ts';
import { parseBrands } from './parse-brands.ts';
import type { Product } from './product.ts';

/** Longer than any real one; what follows would only cost time in regular expressions. */
const MAX_USER_AGENT_LENGTH = 512;
const MAX_VERSION_LENGTH = 32;

/** What the parser takes for the version of a system: processors, and that webOS runs a television. */
const NO_VERSION = /^(?:i\d86|x86|arm|mips|ppc|TV)/i;

/** Browser, operating system and device of a visitor, by the user agent and what client hints add to it. */
export function parseClient({ userAgent, hints: sent = {}, touchPoints }: ClientEvidence): ParsedClient {
  const text = withModel((userAgent ?? '').slice(0, MAX_USER_AGENT_LENGTH), unquote(sent.model));
  const parser = new UAParser(text);
  const { name, version = '' } = parser.getOS();
  const stated = product(OS_NAMES, name, NO_VERSION.test(version) ? '' : version);
  const hints = trustHints(stated, sent);
  const browser = appleBrowser(browserOf(parser, hints), stated);
  if (isIpadPosingAsMac(text, stated, touchPoints ?? 0)) {
    return client(browser, { name: 'iPadOS', version: safariVersion(text) }, 'tablet');
  }
  const os = appleSystem(text, hintedSystem(stated, hints));
  const deviceType = deviceTypeOf({ userAgent: text, os: os.name, device: parser.getDevice(), hints });
  return client(browser, os, deviceType);
}

/** Chrome hides the model of an Android device as `K`, and tells it in a hint. */
function withModel(userAgent: string, model: string): string {
  if (model === '') return userAgent;
  return userAgent.replace(
    /(Android [\d.]+); K\)/,
    (_, system) => `${system}; ${model.replace(/[();]/g, ' ')})`,
  );
}

/** The browser by the user agent. Where that only names the engine's own browser, the brands may know better. */
function browserOf(parser: UAParser, hints: ClientHints): Product {
  const parsed = parser.getBrowser();
  const stated = product(BROWSER_NAMES, parsed.name, parsed.version);
  const brand = parseBrands(hints.fullVersionList || hints.brands || '');
  if (brand === null) return stated;
  if (brand.name === stated.name) return hints.fullVersionList ? brand : stated;
  return GENERIC_BROWSERS.has(stated.name) && brand.name !== 'Chrome' ? brand : stated;
}

function product(names: ReadonlyMap<string, string>, name = '', version = ''): Product {
  return { name: names.get(name.toLowerCase()) ?? name, version };
}

function client(browser: Product, os: Product, deviceType: ParsedClient['deviceType']): ParsedClient {
  return {
    browser: browser.name || null,
    browserVersion: significant(browser.version),
    os: os.name || null,
    osVersion: significant(os.version),
    deviceType,
  };
}

/** Zeros at the end of a version say nothing: browsers send 156.0.0.0 for any 156. */
function significant(version: string): string | null {
  return version.slice(0, MAX_VERSION_LENGTH).replace(/(?:\.0)+$/, '') || null;
}
