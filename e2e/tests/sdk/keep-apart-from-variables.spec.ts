import type { Page, Site } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';
import type { Tracker } from '../../sdk/tracker.ts';

const VARIABLES = {
  // A `const` of a script stands before what the window has, in every script of the page.
  '/const': `const screen = document.querySelector('.screen');
    const URL = 'https://api.example/v1'; const crypto = { AES: {} }; const history = []; const navigator = {};
    class Navigator {}`,
  '/var': `var screen = null; var URL = 'https://api.example/v1';`,
};

/** One machine, two domains that share neither cookies nor storage. */
const elsewhere = ({ address }: Site) => address.replace('localhost', '127.0.0.1');

function pagesWithVariables(tracker: Tracker) {
  return ({ pathname }: URL, site: Site): Page | undefined => {
    if (pathname.startsWith('/in/')) return undefined;
    const head = tracker
      .head(site.endpoint)
      .replace('<script', '<script data-service-cross-domain-domains="localhost 127.0.0.1"');
    const own = VARIABLES[pathname as keyof typeof VARIABLES] ?? '';
    return {
      html: `<!doctype html><title>x</title><script>${own}</script>${head}
        <a href="${elsewhere(site)}/there">There</a>`,
    };
  };
}

for (const pathname of Object.keys(VARIABLES))
  test(`a page is tracked, and shares its visitor, that has variables of its own by ${pathname.slice(1)}`, async ({
    visitor,
    openSite,
    collector,
  }) => {
    const site = await openSite(pagesWithVariables);
    const views = async () =>
      (await collector.stored()).filter(({ context }) =>
        `${context.page_url}`.includes(new URL(site.address).port),
      );
    await visitor.open(site.address + pathname);
    await expect.poll(async () => (await views()).length).toBe(1);
    await visitor.runAndGo(`document.querySelector('a').click();`);
    await expect.poll(async () => (await views()).length).toBe(2);
    const seen = await views();
    expect(seen.map(({ context }) => context.page_url)).toEqual([
      site.address + pathname,
      `${elsewhere(site)}/there`,
    ]);
    expect(new Set(seen.map(({ visitor_id }) => visitor_id)).size).toBe(1);
    expect(JSON.stringify(seen.map(({ bot }) => bot))).not.toContain('webdriver_hidden');
  });
