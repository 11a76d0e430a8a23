import { firstOfAlike } from '../../first-of-alike.ts';
import type { Page, Site } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';
import type { Tracker } from '../../sdk/tracker.ts';
import type { StoredEvent } from '../../stored-event.ts';

const QUIET_MS = 500;

/** What the page says before any tag manager has come. */
const COMMANDS = `
  window.cvq = window.cvq || [];
  cvq.push(['track', 'searched', { term: 'boots' }]);
  cvq.push(['trackPurchase', { orderId: 'T-1', value: 59.7, currency: 'EUR' }]);
  cvq.push((service) => service.track('ready'));`;

/** Tag managers insert an element by script, after the page has loaded. Some keep only the attributes they know. */
const snippets = {
  'an element with its attributes': (key: string, endpoint: string) => `
    script.setAttribute('data-service-api-key', '${key}');
    script.setAttribute('data-service-endpoint', '${endpoint}');`,
  'an element without attributes, and a command that starts it': (key: string, endpoint: string) => `
    cvq.push(['init', { apiKey: '${key}', endpoint: '${endpoint}' }]);`,
};

type Snippet = (key: string, endpoint: string) => string;

/** Pages into which nothing is inserted before `fireTag()`. */
function taggedPages(snippet: Snippet) {
  return (tracker: Tracker) =>
    ({ pathname }: URL, { endpoint }: Site): Page | undefined => {
      if (pathname.startsWith('/in/')) return undefined;
      const key = /api-key="([^"]+)"/.exec(tracker.head(endpoint))?.[1] ?? '';
      return {
        html: `<!doctype html><title>Boots</title>
          <script>${COMMANDS}</script>
          <button data-service-event="click" data-service-event-name="added" data-service-value="59.70">x</button>
          <script>
            function fireTag() {
              const script = document.createElement('script');
              script.async = true;
              ${snippet(key, endpoint)}
              script.src = '/js/sdk.js';
              document.head.append(script);
            }
          </script>`,
      };
    };
}

for (const [index, [how, snippet]] of Object.entries(snippets).entries()) {
  test(
    `a tag manager inserts ${how}: what came before and after counts once`,
    firstOfAlike(index),
    async ({ visitor, openSite, storedFor }) => {
      const site = await openSite(taggedPages(snippet));
      await visitor.open(`${site.address}/boots`);
      await site.untilQuiet(QUIET_MS);
      expect(await storedFor(site), 'nothing is sent before the tag fires').toEqual([]);

      await visitor.run('fireTag();');
      await expect.poll(async () => names(await storedFor(site))).toContain('ready');
      await visitor.run(`document.querySelector('button').click(); cvq.push(['track', 'later']);`);
      // A tag that fires again on the same page, as one does on each change of an application's route.
      await visitor.run('fireTag();');
      await visitor.run(`document.querySelector('button').click();`);

      const all = ['added', 'added', 'later', 'pageview', 'purchase', 'ready', 'searched'];
      await expect.poll(async () => names(await storedFor(site))).toEqual(all);
      await site.untilQuiet(QUIET_MS);
      const events = await storedFor(site);
      expect(names(events)).toEqual(all);
      expect(new Set(events.map(({ visitor_id, session_id }) => `${visitor_id} ${session_id}`)).size).toBe(1);
      expect(events.find(({ event_type }) => event_type === 'pageview')?.context).toMatchObject({
        page_url: `${site.address}/boots`,
        title: 'Boots',
      });
      expect(events.find(({ event_type }) => event_type === 'purchase')?.conversion).toMatchObject({
        order_id: 'T-1',
        value: 59.7,
        currency: 'EUR',
      });
    },
  );
}

function names(events: StoredEvent[]): string[] {
  return events.map(({ event_type }) => event_type).sort();
}
