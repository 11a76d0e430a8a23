// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { collector, soon } from './fresh-visit.ts';
import { closePage, openPage } from './open-page.ts';

const config = { apiKey: 'proj_test', endpoint: 'https://collector.test' };

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

  const hit = async (html: string, type = 'click') => {
    document.body.innerHTML += html;
    await soon();
    document.querySelector('[data-service-event]')?.dispatchEvent(new Event(type, { bubbles: true }));
    await soon();
    return collector.named('hit').map(({ properties }) => properties);
  };

  it.each(['addEventListener', 'querySelectorAll', 'localName', 'shadowRoot'])(
    'by the name %s leaves declared events to be heard, in shadow roots too, and a page that is hidden to be told of',
    async (name) => {
      const sdk = await openPage();
      nameInDocument(name);
      document.body.append(document.createElement('p'));
      const inner = document.body.querySelector('p')?.attachShadow({ mode: 'open' });
      if (inner) inner.innerHTML = '<b data-service-event="copy">x</b>';
      sdk.init({ ...config, autoTrack: false, features: [sdk.declarative, sdk.shadowRoots] });
      expect(await hit('<i data-service-event="click" data-service-event-name="hit">x</i>')).toEqual([{}]);
      inner?.firstElementChild?.dispatchEvent(new Event('copy'));
      await soon();
      expect(collector.named('copy')).toHaveLength(1);
      sdk.track('last');
      vi.spyOn(Document.prototype, 'hidden', 'get').mockReturnValue(true);
      document.dispatchEvent(new Event('visibilitychange'));
      expect(collector.named('last')).toHaveLength(1);
    },
  );

  it('by the name querySelectorAll leaves a success to be waited for', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const sdk = await openPage();
    nameInDocument('querySelectorAll');
    sdk.init({ ...config, autoTrack: false, features: [sdk.declarative] });
    const form =
      '<i data-service-event="click" data-service-event-name="hit" data-service-success=".done">x</i>';
    expect(await hit(form)).toEqual([]);
    document.body.insertAdjacentHTML('beforeend', '<p class="done">x</p>');
    await soon();
    expect(collector.named('hit')).toHaveLength(1);
    expect(warned).not.toHaveBeenCalled();
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

describe('a field of a form', () => {
  /** A form finds its fields before all that it has itself; jsdom's finds none. */
  function nameInForm(names: string): HTMLFormElement {
    const form = document.body.querySelector('form') as HTMLFormElement;
    for (const name of names.split(' ')) Object.defineProperty(form, name, { value: document.body });
    return form;
  }

  it('by the name of a method leaves what the form and what is in it declare', async () => {
    const sdk = await openPage();
    document.body.innerHTML = `<form data-service-event="reset" data-service-kind="x"><b>x</b></form>
      <div id="host"></div>`;
    const inner = document.querySelector('#host')?.attachShadow({ mode: 'open' });
    if (inner) inner.innerHTML = `<i data-service-event="copy">x</i>`;
    const form = nameInForm(
      'getAttribute getAttributeNames getRootNode matches href localName querySelectorAll shadowRoot',
    );
    sdk.init({
      ...config,
      autoTrack: false,
      outboundLinks: true,
      features: [sdk.shadowRoots, sdk.declarative, sdk.linkClicks],
    });
    form.dispatchEvent(new Event('reset', { bubbles: true }));
    inner?.firstElementChild?.dispatchEvent(new Event('copy', { bubbles: true }));
    document.querySelector('b')?.insertAdjacentHTML('beforeend', '<a href="https://else.test/">x</a>');
    document.querySelector('a')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await soon();
    expect(collector.events().map(({ event_type: type, properties }) => [type, properties])).toEqual([
      ['reset', { kind: 'x' }],
      ['copy', {}],
      ['outbound_click', { url: 'https://else.test/' }],
    ]);
  });

  it('by the name of a method leaves a form to bring the visitor to a partner', async () => {
    const sdk = await openPage();
    document.body.innerHTML = `<form action="https://partner.test/" method="get"><i></i></form>
      <img name="baseURI"><img name="createElement">`;
    const form = nameInForm('getAttribute setAttribute querySelector appendChild action method');
    sdk.init({ ...config, crossDomainDomains: ['partner.test'], features: [sdk.crossDomain] });
    form.addEventListener('submit', (event) => event.preventDefault());
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    expect(document.body.querySelectorAll('[name=_cvl]')).toHaveLength(1);
    expect(document.body.innerHTML).toContain('action="https://partner.test/?_cvl=');
  });
});

describe('an element with the id of a record', () => {
  it.each([
    ['$no_cvq', 'optOut'],
    ['$cvq_consent', 'deny'],
  ])('%s hides no wish of an earlier page', async (id, wish) => {
    const start = async () => {
      const sdk = await openPage();
      sdk.init({ ...config, autoTrack: false, features: [sdk.cookies, sdk.consentDefault] });
      return sdk;
    };
    const { optOut, consent } = await start();
    if (wish === 'optOut') optOut();
    else consent({ analytics_storage: 'denied' }, { remember: true });
    await soon();
    closePage();
    Reflect.deleteProperty(window, id);
    nameInWindow(id);
    const { track } = await start();
    track('later');
    await soon();
    const { batch } = collector.requests.find(({ events }) => events.length) ?? {};
    expect(batch?.visitor_id).toBeUndefined();
    expect(collector.named('later')).toHaveLength(wish === 'optOut' ? 0 : 1);
  });

  it('of the visitor makes no new visitor', async () => {
    const visit = async () => {
      const sdk = await openPage();
      sdk.init({ ...config, autoTrack: false, features: [sdk.cookies] });
      sdk.track('seen');
      await soon();
      return collector.requests.at(-1)?.batch.visitor_id;
    };
    const before = await visit();
    closePage();
    for (const name of ['$cvq', '$cvq_s']) Reflect.deleteProperty(window, name);
    nameInWindow('$cvq');
    expect(await visit()).toBe(before);
  });
});

describe('an element before the script', () => {
  type Host = { Service?: unknown; cvq?: unknown };
  const host = window as Host;
  afterEach(() => {
    delete host.Service;
    delete host.cvq;
  });

  const EVIL = `data-service-endpoint="https://evil.test" data-service-api-key="proj_evil"`;

  it.each(['current', 'unknown'])(
    'that is named currentScript does not say where events go, of a script that is %s to the document',
    async (kind) => {
      await openPage();
      document.body.innerHTML = `<img name="currentScript" ${EVIL}><embed name="currentScript" ${EVIL}>
        <img name="querySelector"><img name="querySelectorAll">
        <script type="text/fixture" src="https://t.shop.test/sdk.js" data-service-api-key="proj_tag"></script>`;
      if (kind === 'current')
        vi.spyOn(Document.prototype, 'currentScript', 'get').mockReturnValue(
          document.body.querySelector('script'),
        );
      await import('../src/sdk.ts');
      await soon();
      expect(collector.requests.map(({ url, batch }) => [url, batch.key])).toEqual([
        ['https://t.shop.test/v1/events', 'proj_tag'],
      ]);
    },
  );
});
