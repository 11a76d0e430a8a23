import { readFileSync } from 'node:fs';
import type { Page, Site } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';
import type { Tracker } from '../../sdk/tracker.ts';

/** The module as it is published: its files import each other. */
const MODULE = new URL('./', import.meta.resolve('@cvq/browser'));

/** A page with the script, whose application has the module as well and starts it for the same project. */
function pagesOfBoth(tracker: Tracker) {
  return ({ pathname }: URL, { endpoint }: Site): Page | undefined => {
    if (pathname.startsWith('/in/')) return undefined;
    if (pathname.endsWith('.mjs')) {
      const html = readFileSync(new URL(`.${pathname}`, MODULE), 'utf8');
      return { html, headers: { 'content-type': 'text/javascript' } };
    }
    const head = tracker.head(endpoint);
    const key = /api-key="([^"]+)"/.exec(head)?.[1];
    const config = JSON.stringify({ apiKey: key, endpoint });
    return {
      html: `<!doctype html><title>${pathname}</title>${head}
        <b data-service-event="click" data-service-event-name="pressed">x</b>
        <script type="module">
          import Service from '/sdk.mjs';
          Service.init(${config});
          Service.track('by_module');
          cvq.push(['track', 'by_script']);
          document.querySelector('b').click();
          setTimeout(() => history.pushState(null, '', '/later'), 400);
        </script>`,
    };
  };
}

test('script and module on one page count everything once, as one visit', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(pagesOfBoth);
  await visitor.open(`${site.address}/both`);
  const types = async () => (await storedFor(site)).map(({ event_type }) => event_type).sort();
  await expect.poll(types).toEqual(['by_module', 'by_script', 'pageview', 'pageview', 'pressed']);
  await site.untilQuiet(500);
  expect(await types()).toHaveLength(5);
  const visits = (await storedFor(site)).map(({ visitor_id, session_id }) => `${visitor_id} ${session_id}`);
  expect(new Set(visits).size).toBe(1);
});
