import type { Page } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';
import type { Tracker } from '../../sdk/tracker.ts';
import type { StoredEvent } from '../../stored-event.ts';

/** Any address is a page, whose title is its path. */
function plainPages(tracker: Tracker) {
  return ({ pathname }: URL, { endpoint }: { endpoint: string }): Page | undefined =>
    pathname.startsWith('/in/')
      ? undefined
      : { html: `<!doctype html><title>${pathname}</title>${tracker.head(endpoint)}<p>A page.</p>` };
}

test('a load, a second page and the return by the back button are a view each, of one visitor and session', {
  tag: '@every-engine',
}, async ({ visitor, openSite, storedFor }) => {
  const site = await openSite(plainPages);
  await visitor.open(`${site.address}/cups?colour=blue`);
  await site.untilQuiet(500);
  await expect.poll(async () => views(await storedFor(site))).toEqual(['/cups?colour=blue']);
  const [first] = await storedFor(site);
  expect(first).toMatchObject({
    session_id: expect.stringMatching(/./),
    visitor_id: expect.stringMatching(/./),
    context: { title: '/cups' },
  });

  await visitor.runAndGo(`location.href = '/two';`);
  await expect.poll(async () => views(await storedFor(site))).toEqual(['/cups?colour=blue', '/two']);
  const referrers = (await storedFor(site)).map(({ context }) => context.referrer ?? null);
  expect(referrers).toEqual([null, `${site.address}/cups?colour=blue`]);

  // Whether or not the page was kept.
  await visitor.back();
  await expect
    .poll(async () => views(await storedFor(site)))
    .toEqual(['/cups?colour=blue', '/two', '/cups?colour=blue']);
  const visits = (await storedFor(site)).map(({ session_id, visitor_id }) => `${session_id} ${visitor_id}`);
  expect(new Set(visits).size).toBe(1);
});

test('a soft navigation is one view with its late title; the same address again is none; back is one', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(plainPages);
  await visitor.open(`${site.address}/app`);
  await site.untilQuiet(300);
  await visitor.run(
    `history.pushState({}, '', '/app/cups'); setTimeout(() => { document.title = 'Cups'; }, 30);`,
  );
  await expect.poll(async () => views(await storedFor(site))).toEqual(['/app', '/app/cups']);
  await visitor.run(`history.replaceState({ scroll: 1 }, '', '/app/cups');`);
  await site.untilQuiet(400);
  await visitor.run('setTimeout(() => history.back());');
  await expect.poll(async () => views(await storedFor(site))).toEqual(['/app', '/app/cups', '/app']);
  const cups = (await storedFor(site)).find(({ context }) => `${context.page_url}`.endsWith('/cups'));
  expect(cups?.context).toMatchObject({ title: 'Cups', referrer: `${site.address}/app` });
});

test('a purchase is a conversion with its amount, and user data stays off the device', {
  tag: '@every-engine',
}, async ({ visitor, openSite, storedFor }) => {
  const site = await openSite(plainPages);
  await visitor.open(`${site.address}/thanks`);
  await site.untilQuiet(300);
  // Kept until the collector is back, so that there is something on the device to look at.
  site.faults = () => ({ kind: 'status', status: 503 });
  await visitor.run(
    `cvq.push(['trackPurchase', { orderId: 'o-1', value: 59.7, currency: 'EUR' }, { email: 'ada@example.test' }]);`,
  );
  await expect.poll(() => site.failed).toBeGreaterThan(0);
  const kept = () =>
    visitor.run('return JSON.stringify({ ...localStorage }) + document.cookie + location.href;');
  await expect.poll(kept).toContain('o-1');
  expect(await kept()).not.toContain('ada');
  site.faults = () => ({ kind: 'none' });
  await expect
    .poll(async () => (await storedFor(site)).map(({ conversion }) => conversion))
    .toEqual([null, { order_id: 'o-1', value: 59.7, currency: 'EUR' }]);
});

test('a document that may store nothing is tracked, as one visit', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite((tracker) => (address, site) => {
    const page = plainPages(tracker)(address, site);
    return page && { ...page, headers: { 'content-security-policy': 'sandbox allow-scripts' } };
  });
  await visitor.open(`${site.address}/sandbox`);
  expect(await visitor.run(`try { return localStorage.length; } catch (error) { return error.name; }`)).toBe(
    'SecurityError',
  );
  await visitor.run(`cvq.push(['track', 'pressed']);`);
  await expect.poll(async () => types(await storedFor(site))).toEqual(['pageview', 'pressed']);
  expect(new Set((await storedFor(site)).map(({ session_id }) => session_id)).size).toBe(1);
});

test('a frame of another site, where cookies may be refused, is one visit on all its pages', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(
    (tracker) => (address, site) =>
      address.pathname === '/outer'
        ? { html: `<!doctype html><title>Outer</title><iframe src="${site.address}/inner"></iframe>` }
        : plainPages(tracker)(address, site),
  );
  await visitor.open(new URL('/outer?1', site.endpoint).href);
  await expect.poll(async () => types(await storedFor(site))).toEqual(['pageview']);
  // By then the visitor is on the device.
  await site.untilQuiet(300);
  await visitor.open(new URL('/outer?2', site.endpoint).href);
  await expect.poll(async () => types(await storedFor(site))).toEqual(['pageview', 'pageview']);
  expect(new Set((await storedFor(site)).map(({ session_id }) => session_id)).size).toBe(1);
});

test('a script that is there twice counts once', async ({ visitor, openSite, storedFor }) => {
  const site = await openSite((tracker) => (address, site) => {
    const page = plainPages(tracker)(address, site);
    return page && { html: page.html + tracker.head(site.endpoint) };
  });
  await visitor.open(`${site.address}/twice`);
  await visitor.run(`cvq.push(['track', 'pressed']);`);
  await site.untilQuiet(500);
  await expect.poll(async () => types(await storedFor(site))).toEqual(['pageview', 'pressed']);
});

function views(events: StoredEvent[]): string[] {
  return events
    .filter(({ event_type }) => event_type === 'pageview')
    .map(({ context }) => new URL(`${context.page_url}`))
    .map(({ pathname, search }) => pathname + search);
}

function types(events: StoredEvent[]): string[] {
  return events.map(({ event_type }) => event_type).sort();
}
