import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, firefox } from 'playwright-core';
import { windowedUserAgent } from '../windowed-user-agent.ts';
import type { Engine, Visitor } from './engine.ts';

/** A visitor of these pages is a person, so the browser must not call itself automated, nor headless. */
const AS_A_PERSON = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-blink-features=AutomationControlled',
];
const OPEN_LIMIT_MS = 15_000;
const CLOSE_LIMIT_MS = 10_000;
const IGNORED = ['--enable-automation', '--disable-back-forward-cache'];

export async function launchChromium(executablePath?: string): Promise<Engine> {
  return engine('chromium', await startChromium(executablePath));
}

/** A Chromium as a person has it, for programs that need more of it than an `Engine` tells. */
export async function startChromium(executablePath?: string): Promise<Browser> {
  const options = { ...(executablePath ? { executablePath } : {}), ignoreDefaultArgs: IGNORED };
  const userAgent = await windowedUserAgent({ ...options, args: AS_A_PERSON });
  // On the command line, since Playwright's own option does not reach the beacons of a page that goes away.
  return chromium.launch({ ...options, args: [...AS_A_PERSON, `--user-agent=${userAgent}`] });
}

/** Playwright drives a Firefox as Mozilla builds it by WebDriver BiDi, through a channel that it does not document. */
export async function launchFirefox(executablePath: string): Promise<Engine> {
  return engine('firefox', await firefox.launch({ channel: 'moz-firefox', executablePath }));
}

function engine(name: Engine['name'], browser: Browser): Engine {
  return {
    name,
    version: browser.version(),
    arrive: () => arrive(browser),
    close: () => browser.close(),
  };
}

async function arrive(browser: Browser): Promise<Visitor> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const run = (statements: string) => page.evaluate(`(() => { ${statements} })()`);
  return {
    async open(address) {
      await page.goto(address, { waitUntil: 'domcontentloaded', timeout: OPEN_LIMIT_MS });
    },
    async openTab(address) {
      const tab = await context.newPage();
      await tab.goto(address, { waitUntil: 'domcontentloaded', timeout: OPEN_LIMIT_MS });
      await page.bringToFront();
    },
    run,
    runAndGo: (statements) => run(statements).then(ignore, ignore),
    setOffline: (isOffline) => context.setOffline(isOffline),
    // `page.goBack()` does not see that a page came out of the back/forward cache.
    async back() {
      await page.evaluate('void setTimeout(() => history.back())');
    },
    async leave() {
      // Chromium has kept either waiting for ever. What is left then ends with the browser.
      const closed = page.close().then(() => context.close());
      await Promise.race([closed, pause(CLOSE_LIMIT_MS, undefined, { ref: false })]);
      closed.catch(ignore);
    },
  };
}

function ignore(): void {}
