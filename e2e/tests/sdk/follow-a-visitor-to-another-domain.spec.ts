import { firstOfAlike } from '../../first-of-alike.ts';
import type { Page, Site } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';
import type { Tracker } from '../../sdk/tracker.ts';

/** One machine, two domains that share neither cookies nor storage. */
const elsewhere = ({ address }: Site) => address.replace('localhost', '127.0.0.1');

function sharingPages(tracker: Tracker) {
  return ({ pathname }: URL, site: Site): Page | undefined => {
    if (pathname.startsWith('/in/')) return undefined;
    const head = tracker
      .head(site.endpoint)
      .replace('<script', '<script data-service-cross-domain-domains="localhost 127.0.0.1"');
    const there = elsewhere(site);
    return {
      html: `<!doctype html><title>${pathname}</title>${head}
        <a href="${there}/shop?a=1#top">Shop</a>
        <svg><a xlink:href="${there}/floor?a=2"><text y="20">Ground floor</text></a></svg>
        <form id="search" action="${there}/found"><input name="q" value="cups"><button>Search</button></form>
        <form id="order" action="${there}/ordered" method="post"><button>Order</button></form>
        <article contenteditable><a href="${there}/shop">Shop</a></article>`,
    };
  };
}

for (const [index, [way, act, arrival]] of (
  [
    ['a link', `document.querySelector('a').click();`, '/shop?a=1#top'],
    [
      'a link in a drawing',
      `document.querySelector('text').dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }));`,
      '/floor?a=2',
    ],
    ['a form that is sent as a query', `document.querySelector('#search button').click();`, '/found?q=cups'],
    ['a form that is posted', `document.querySelector('#order button').click();`, '/ordered'],
  ] as const
).entries()) {
  test(
    `${way} to another domain keeps visitor and session, and leaves the address clean`,
    firstOfAlike(index),
    async ({ visitor, openSite, collector }) => {
      const site = await openSite(sharingPages);
      const views = async () =>
        (await collector.stored()).filter(
          ({ event_type, context }) =>
            event_type === 'pageview' && `${context.page_url}`.includes(new URL(site.address).port),
        );
      await visitor.open(`${site.address}/home`);
      await expect.poll(async () => (await views()).length).toBe(1);
      await visitor.runAndGo(act);
      await expect
        .poll(async () => (await views()).map(({ context }) => context.page_url))
        .toEqual([`${site.address}/home`, elsewhere(site) + arrival]);
      expect(await visitor.run('return location.href;')).toBe(elsewhere(site) + arrival);
      await site.untilQuiet(400);
      const seen = (await views()).map(({ visitor_id, session_id }) => `${visitor_id} ${session_id}`);
      expect(seen).toHaveLength(2);
      expect(new Set(seen).size).toBe(1);
    },
  );
}

test('a link in a text that is edited stays as it was written', async ({ visitor, openSite, storedFor }) => {
  const site = await openSite(sharingPages);
  await visitor.open(`${site.address}/editor`);
  await expect.poll(async () => (await storedFor(site)).length).toBe(1);
  const addressOfPressed = (selector: string) =>
    visitor.run(`const link = document.querySelector('${selector}');
      link.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
      return link.getAttribute('href');`);
  expect(await addressOfPressed('article a')).toBe(`${elsewhere(site)}/shop`);
  expect(await addressOfPressed('a')).toContain('_cvl=');
});
