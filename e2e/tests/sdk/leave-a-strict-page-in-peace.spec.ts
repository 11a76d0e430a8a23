import type { Site } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';
import type { Tracker } from '../../sdk/tracker.ts';
import type { StoredEvent } from '../../stored-event.ts';

const NONCE = 'bm9uY2U';

/** Whatever the page, its policy or its console has to complain of. */
const LISTEN = `
  window.complaints = [];
  const note = (kind) => (event) => complaints.push(kind + ': ' + (event.message || event.reason || event.violatedDirective));
  addEventListener('error', note('error'));
  addEventListener('unhandledrejection', note('rejection'));
  document.addEventListener('securitypolicyviolation', note('policy'));
  for (const method of ['error', 'warn']) console[method] = (...words) => complaints.push('console: ' + words.join(' '));`;

const FREEZE = `
  const kinds = [Object, Array, Function, String, Number, Boolean, Date, RegExp, Promise, Map, Set, Event, EventTarget];
  for (const kind of kinds) { Object.freeze(kind.prototype); Object.freeze(kind); }
  for (const thing of [JSON, Math, Reflect]) Object.freeze(thing);`;

/** As monitoring tools and polyfills do it. */
const PATCH = `
  const { fetch: theirs } = window;
  window.fetch = function (...args) { return theirs.apply(this, args).then((answer) => answer); };
  const { stringify } = JSON;
  JSON.stringify = function (...args) { return stringify.apply(JSON, args); };
  for (const method of ['pushState', 'replaceState']) {
    const own = history[method];
    history[method] = function (...args) { own.apply(history, args); };
  }`;

/** What the page does itself: some drivers cannot run anything in a page with frozen globals. */
const ACT = `
  if (location.search === '?planted') {
    setTimeout(() => { throw new Error('planted'); });
  }
  cvq.push(['track', 'pressed', { size: 3 }]);
  cvq.push(['trackPurchase', { orderId: 'o-2', value: 7, currency: 'EUR', items: [{ sku: 'cup' }] }]);
  history.pushState({}, '', '/strict/next');
  setTimeout(() => cvq.push(['track', 'end', { complaints }]), 800);`;

function strictPages(tracker: Tracker) {
  return ({ pathname, search }: URL, { endpoint }: Site) => {
    if (pathname.startsWith('/in/')) return undefined;
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${NONCE}'`,
      `connect-src ${new URL(endpoint).origin}`,
      // For the icon of the page, which Firefox asks for on its own account.
      "img-src 'self'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
    const script = (code: string) => `<script nonce="${NONCE}">${code}</script>`;
    const head = tracker.head(endpoint).replace('<script', `<script nonce="${NONCE}"`);
    const planted = search === '?planted' ? '<script>not_allowed();</script>' : '';
    const body = script(LISTEN) + script(PATCH) + script(FREEZE) + head + planted + script(ACT);
    return {
      html: `<!doctype html><title>Strict</title><body>${body}`,
      headers: { 'content-security-policy': policy },
    };
  };
}

test('a page with a strict policy, frozen globals and patched functions is tracked and has nothing to complain of', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(strictPages);
  await visitor.open(`${site.address}/strict`);
  await expect
    .poll(async () => (await storedFor(site)).map(({ event_type }) => event_type).sort())
    .toEqual(['end', 'pageview', 'pageview', 'pressed', 'purchase']);
  expect(complaints(await storedFor(site))).toEqual([]);
});

test('the page of that test does complain of what goes wrong on it', { tag: '@long' }, async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(strictPages);
  await visitor.open(`${site.address}/strict?planted`);
  await expect.poll(async () => complaints(await storedFor(site))).toHaveLength(2);
  expect(`${complaints(await storedFor(site))}`).toMatch(/policy: script-src.*planted/);
});

function complaints(events: StoredEvent[]): unknown {
  return events.find(({ event_type }) => event_type === 'end')?.properties.complaints;
}
