import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page, Site } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';
import type { Tracker } from '../../sdk/tracker.ts';
import type { StoredEvent } from '../../stored-event.ts';

const EXTRA = readFileSync(fileURLToPath(import.meta.resolve('@cvq/browser/sdk.extra.js')), 'utf8');

const BODY = `
  <button data-service-event="click" data-service-event-name="add_to_cart" data-service-value="19.90"
    data-service-currency="EUR" data-service-button-id="b1"><b>Add</b></button>
  <form data-service-event="submit" data-service-event-name="joined" action="/joined">
    <input required name="email"><button id="join">Join</button></form>
  <details data-service-event="toggle" data-service-event-name="opened"><summary>More</summary>x</details>
  <input id="field" data-service-event="focus" data-service-event-name="entered">
  <a id="next" href="/next" data-service-event="click" data-service-event-name="left"><i>Next</i></a>
  <x-card></x-card>`;

/** A page that declares events; below `/extra` with the larger script. */
function declaringPages(tracker: Tracker) {
  return ({ pathname }: URL, { endpoint }: Site): Page | undefined => {
    if (pathname.startsWith('/in/')) return undefined;
    if (pathname === '/extra.js') return { html: EXTRA, headers: { 'content-type': 'text/javascript' } };
    const head = tracker.head(endpoint);
    const script = pathname.startsWith('/extra') ? head.replace('/js/sdk.js', '/extra.js') : head;
    return { html: `<!doctype html><title>${pathname}</title>${script}${BODY}` };
  };
}

const press = (selector: string) => `document.querySelector('${selector}').click();`;

test('elements send the events that they declare, also those that do not bubble and those of late elements', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(declaringPages);
  await visitor.open(`${site.address}/`);
  await visitor.run(press('button b'));
  await visitor.run(
    `${press('summary')} document.querySelector('#field').dispatchEvent(new FocusEvent('focus'));`,
  );
  await visitor.run(`document.body.insertAdjacentHTML('beforeend',
    '<p data-service-event="dblclick" data-service-event-name="late">x</p>');`);
  await visitor.run(
    `document.querySelector('p').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));`,
  );
  const all = ['add_to_cart', 'entered', 'late', 'opened'];
  await expect.poll(async () => names(await storedFor(site))).toEqual(all);
  const added = (await storedFor(site)).find(({ event_type }) => event_type === 'add_to_cart');
  expect(added?.properties).toMatchObject({ value: 19.9, currency: 'EUR', button_id: 'b1' });
});

test('a form is tracked when a visitor sends it, and not while it is not valid', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(declaringPages);
  await visitor.open(`${site.address}/`);
  await visitor.run(press('#join'));
  await visitor.runAndGo(`document.querySelector('[name=email]').value = 'a'; ${press('#join')}`);
  await site.untilVisited('/joined?email=a');
  await expect.poll(async () => names(await storedFor(site))).toEqual(['joined']);
  expect(JSON.stringify((await storedFor(site)).map(({ properties }) => properties))).not.toContain('email');
});

test('a link that leads away is counted once, and is followed', async ({ visitor, openSite, storedFor }) => {
  const site = await openSite(declaringPages);
  await visitor.open(`${site.address}/`);
  await visitor.runAndGo(press('#next i'));
  await site.untilVisited('/next');
  await expect.poll(async () => names(await storedFor(site))).toEqual(['left']);
});

/** Makes x-card of a page an element with a shadow root. */
const cardOf = (html: string) => `customElements.define('x-card', class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(html)}; } });`;

test('with the larger script, elements in open shadow roots are heard too', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(declaringPages);
  await visitor.open(`${site.address}/extra`);
  await visitor.run(`${cardOf(
    '<em data-service-event="click" data-service-event-name="card">x</em>' +
      '<form data-service-event="submit" data-service-event-name="inner"><button>Go</button></form>',
  )}
    document.querySelector('x-card').shadowRoot.querySelector('form').onsubmit = () => false;`);
  await visitor.run(`const { shadowRoot } = document.querySelector('x-card');
    shadowRoot.querySelector('em').click(); shadowRoot.querySelector('button').click();`);
  await expect.poll(async () => names(await storedFor(site))).toEqual(['card', 'inner']);
});

test('a click on a label in an open shadow root is one event, where the page asks for clicks elsewhere too', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(declaringPages);
  await visitor.open(`${site.address}/extra`);
  await visitor.run(
    cardOf(
      '<label data-service-event="click" data-service-event-name="agreed"><i>Yes</i><input type="checkbox"></label>' +
        '<em data-service-event="click" data-service-event-name="end">x</em>',
    ),
  );
  await visitor.run(`const { shadowRoot } = document.querySelector('x-card');
    shadowRoot.querySelector('i').click(); shadowRoot.querySelector('input').click(); shadowRoot.querySelector('em').click();`);
  // The events of one task come in one request.
  await expect.poll(async () => names(await storedFor(site))).toEqual(['agreed', 'agreed', 'end']);
});

test('elements in a shadow root that comes after its element are heard once somebody uses them', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(declaringPages);
  await visitor.open(`${site.address}/extra`);
  await visitor.run(`document.body.insertAdjacentHTML('beforeend', '<section></section>');`);
  await visitor.run(`document.querySelector('section').attachShadow({ mode: 'open' }).innerHTML =
    '<em data-service-event="click" data-service-event-name="late">x</em><p></p>';`);
  await visitor.run(`document.querySelector('section').shadowRoot.querySelector('p').attachShadow({ mode: 'open' })
    .innerHTML = '<form data-service-event="submit" data-service-event-name="deep"><button>Go</button></form>';`);
  await visitor.run(`
    const { shadowRoot } = document.querySelector('section');
    const em = shadowRoot.querySelector('em');
    const form = shadowRoot.querySelector('p').shadowRoot.querySelector('form');
    form.onsubmit = () => false;
    for (let i = 0; i < 2; i++) {
      em.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
      em.click();
    }
    const button = form.querySelector('button');
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
    button.click();`);
  await expect.poll(async () => names(await storedFor(site))).toEqual(['deep', 'late', 'late']);
});

function names(events: StoredEvent[]): string[] {
  return events
    .map(({ event_type }) => event_type)
    .filter((type) => type !== 'pageview')
    .sort();
}
