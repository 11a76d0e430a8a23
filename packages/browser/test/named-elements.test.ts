// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { collector } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

const config = { apiKey: 'proj_test', endpoint: 'https://collector.test' };
const soon = () => vi.advanceTimersByTimeAsync(300);

const placed: [object, string][] = [];

afterEach(() => {
  document.body.innerHTML = '';
  for (const [holder, name] of placed.splice(0)) Reflect.deleteProperty(holder, name);
});

/** A window finds elements behind all that it has itself; jsdom's, as vitest has it, finds none. */
function nameInWindow(name: string, element: object = document.createElement('nav')): void {
  const holder = Object.getPrototypeOf(window);
  Object.defineProperty(holder, name, { configurable: true, writable: true, value: element });
  placed.push([holder, name]);
}

/** A document finds elements before all that it has itself, and nothing is written to them. */
function nameInDocument(name: string): void {
  document.body.innerHTML = `<form name="${name}"></form>`;
  expect(Reflect.get(document, name)).toBe(document.body.firstChild);
}

const cookies = () => Reflect.get(Document.prototype, 'cookie', document);

describe('an element that the window finds by its name', () => {
  const views = () => collector.named('pageview').map(({ context }) => context?.page_url);

  async function expectMoveCounted(): Promise<void> {
    const { init } = await openPage('/');
    init(config);
    await soon();
    history.pushState(null, '', '/cart');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(views()).toEqual(['http://localhost:3000/', 'http://localhost:3000/cart']);
  }

  it('is no Navigation API: views of a single-page application are counted in a browser without it', async () => {
    nameInWindow('navigation');
    await expectMoveCounted();
  });

  it('is no Navigation API either where a page keeps it in a variable of that name', async () => {
    Object.defineProperty(window, 'navigation', {
      configurable: true,
      value: document.createElement('nav'),
    });
    placed.push([window, 'navigation']);
    await expectMoveCounted();
  });

  it.each(['webdriver', 'Cypress'])('by the name %s makes nobody a bot', async (name) => {
    nameInWindow(name);
    const { init, bots } = await openPage();
    init({ ...config, trackBots: false, features: [bots] });
    await soon();
    expect(views()).toHaveLength(1);
    expect(collector.sent[0]?.body).not.toContain(`"${name}"`);
  });
});

describe('an element that the document finds by its name', () => {
  const start = async (name?: string) => {
    const sdk = await openPage('/', 'Home');
    if (name) nameInDocument(name);
    sdk.init({ ...config, features: [sdk.cookies, sdk.consentDefault, sdk.bots, sdk.attribution] });
    return sdk;
  };

  it.each(['hidden', 'title', 'referrer', 'cookie', 'prerendering'])(
    'by the name %s leaves a view with its title and referrer, and its visitor in the cookie',
    async (name) => {
      await start(name);
      await soon();
      expect(collector.requests).toMatchObject([
        { by: 'fetch', events: [{ event_type: 'pageview', context: { title: 'Home', referrer: '' } }] },
      ]);
      expect(collector.sent[0]?.body).not.toContain('background');
      expect(cookies()).toContain(`cvq=`);
    },
  );

  it('by the name cookie leaves a denial and an opt-out to be read and written', async () => {
    const { consent, optOut } = await start('cookie');
    consent({ analytics_storage: 'denied' }, { remember: true });
    expect(cookies()).toContain('cvq_consent=');
    optOut();
    expect(cookies()).toContain('no_cvq=');
    localStorage.clear();
    const sent = collector.requests.length;
    const { track } = await start('cookie');
    track('unseen');
    await soon();
    expect(collector.requests).toHaveLength(sent);
  });

  it('is told from what a page has put there itself, such as to hold cookies back', async () => {
    const held: string[] = [];
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => '',
      set: (cookie) => held.push(cookie),
    });
    placed.push([document, 'cookie']);
    await start();
    await soon();
    expect(held.some((cookie) => cookie.startsWith('cvq='))).toBe(true);
    expect(cookies()).not.toContain('cvq=');
    Object.defineProperty(document, 'cookie', { configurable: true, value: '' });
    await start();
    await soon();
    expect(cookies()).not.toContain('cvq=');
  });
});
