import type { Page, Site } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';
import type { Tracker } from '../../sdk/tracker.ts';

/** Names of members of the document, of the window, and of what programs leave in it. */
const NAMED = `
  <iframe name="hidden" srcdoc=""></iframe>
  <img name="title"><form name="referrer"></form><form name="cookie"></form>
  <h2 id="Cypress">x</h2><h2 id="domAutomation">x</h2><nav id="navigation">x</nav>
  <section id="Service">x</section>
  <img name="currentScript" data-service-endpoint="https://else.invalid" data-service-api-key="proj_else">
  <img name="addEventListener"><img name="createElement"><a id="$no_cvq">x</a><a id="$cvq_consent">x</a>
  <form id="join" data-service-event="submit" data-service-event-name="lead" data-service-success=".done">
    <button>x</button>
  </form>
  <div id="box"><style>#box p { display: none } #box.sent p { display: block }</style><p class="done">Thanks</p></div>
  <script>document.querySelector('#join').addEventListener('submit', (event) => event.preventDefault());</script>`;

/** As in a browser without the Navigation API. */
function namingPages(tracker: Tracker) {
  return ({ pathname }: URL, { endpoint }: Site): Page | undefined =>
    pathname.startsWith('/in/')
      ? undefined
      : {
          html: `<!doctype html><title>${pathname}</title><script>delete window.navigation</script>
            <body>${NAMED}${tracker.head(endpoint)}`,
        };
}

test('elements with names of the document and the window change nothing of what is tracked', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(namingPages);
  const seen = async () =>
    (await storedFor(site)).map(({ event_type: type, context }) => `${type} ${context.title}`).sort();
  await visitor.open(`${site.address}/`);
  await expect.poll(seen).toEqual(['pageview /']);
  await visitor.run(
    `history.pushState(null, '', '/cart'); document.querySelector('title').textContent = 'cart';`,
  );
  await expect.poll(seen).toEqual(['pageview /', 'pageview cart']);
  await visitor.run(`Service.track('by_service');`);
  await expect.poll(seen).toContain('by_service cart');
  const stored = await storedFor(site);
  expect(new Set(stored.map(({ visitor_id: id }) => id)).size).toBe(1);
  expect(JSON.stringify(stored.map(({ bot }) => bot))).not.toMatch(/Cypress|domAutomation|background/);
});

test('a denial is remembered where a form has the name cookie', async ({ visitor, openSite, storedFor }) => {
  const site = await openSite(namingPages);
  await visitor.open(`${site.address}/`);
  await visitor.run(`Service.consent({ analytics_storage: 'denied' }, { remember: true });`);
  await visitor.run(`localStorage.clear();`);
  await visitor.open(`${site.address}/next`);
  await visitor.run(`Service.track('denied');`);
  const denied = async () => (await storedFor(site)).filter(({ event_type: type }) => type === 'denied');
  await expect.poll(denied).toHaveLength(1);
  expect(await visitor.run(`return Reflect.get(Document.prototype, 'cookie', document);`)).not.toContain(
    'cvq_s=',
  );
});

test('a success that is hidden on the page counts once it is shown', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(namingPages);
  const leads = async () => (await storedFor(site)).filter(({ event_type: type }) => type === 'lead').length;
  await visitor.open(`${site.address}/`);
  await visitor.run(`document.querySelector('#join button').click();`);
  await visitor.run(`Service.track('rejected');`);
  await expect
    .poll(async () => (await storedFor(site)).map(({ event_type: type }) => type).sort())
    .toEqual(['pageview', 'rejected']);
  await visitor.run(`document.querySelector('#box').className = 'sent';`);
  await expect.poll(leads).toBe(1);
});
