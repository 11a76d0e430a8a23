import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import type { Engine, EngineName } from './engine.ts';
import { launchChromium, launchFirefox } from './playwright-engine.ts';
import { launchWebKit } from './webkit-engine.ts';

/** What starts a browser, or the names of what is missing for it on this machine. */
export type Found = { readonly launch: () => Promise<Engine> } | { readonly missing: string };

const MINI_BROWSERS = '/usr/lib{,64}/{*/,}webkit2gtk-4.*/MiniBrowser';

export function findEngine(name: EngineName): Found {
  if (name === 'chromium') {
    const file = process.env.CVQ_CHROMIUM || onPath('chromium', 'chromium-browser', 'google-chrome');
    return { launch: () => launchChromium(file) };
  }
  return name === 'firefox' ? findFirefox() : findWebKit();
}

function findFirefox(): Found {
  const file = process.env.CVQ_FIREFOX || onPath('firefox-esr', 'firefox');
  return file ? { launch: () => launchFirefox(file) } : { missing: 'Firefox (the package firefox-esr)' };
}

function findWebKit(): Found {
  const driver = onPath('WebKitWebDriver');
  const browser = globSync(MINI_BROWSERS).sort().at(-1);
  const display = onPath('Xvfb');
  if (driver && browser && display) return { launch: () => launchWebKit({ driver, browser, display }) };
  const missing = [
    driver ? [] : ['WebKitWebDriver (the package webkit2gtk-driver)'],
    browser ? [] : ['MiniBrowser (the package libwebkit2gtk-4.1-0)'],
    display ? [] : ['Xvfb (the package xvfb)'],
  ];
  return { missing: missing.flat().join(', ') };
}

/** The first of these programs that is there. */
function onPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(existsSync);
}
