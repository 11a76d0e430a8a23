// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { collector, soon } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

type Host = { Service?: typeof import('../src/service.ts').Service; cvq?: unknown[] };
const host = window as unknown as Host;

beforeEach(() => {
  delete host.Service;
  delete host.cvq;
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

async function loadScript(attributes: Record<string, string> = {}): Promise<void> {
  await openPage();
  const script = document.createElement('script');
  script.type = 'text/fixture';
  script.src = 'https://t.shop.test/sdk.js';
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  document.head.append(script);
  vi.spyOn(Document.prototype, 'currentScript', 'get').mockReturnValue(script);
  await import('../src/sdk.ts');
}

describe('the script', () => {
  it('tracks a page view with nothing but a key, at the origin that it came from', async () => {
    await loadScript({ 'data-service-api-key': 'proj_tag' });
    await soon();
    expect(collector.requests).toMatchObject([
      {
        url: 'https://t.shop.test/v1/events',
        batch: { key: 'proj_tag' },
        events: [{ event_type: 'pageview' }],
      },
    ]);
  });

  it('follows the attributes for endpoint and automatic page views', async () => {
    await loadScript({
      'data-service-api-key': 'proj_tag',
      'data-service-endpoint': 'https://shop.test/t/',
      'data-service-auto-track': 'false',
    });
    host.Service?.track('manual');
    await soon();
    expect(collector.requests).toMatchObject([
      { url: 'https://shop.test/t/v1/events', events: [{ event_type: 'manual' }] },
    ]);
  });

  it.each([undefined, null, 'x', 1])('throws nothing into a page that calls init with %s', async (config) => {
    await loadScript({ 'data-service-api-key': 'proj_tag' });
    expect(() => host.Service?.init(config as never)).not.toThrow();
    await soon();
    expect(collector.requests).toMatchObject([{ batch: { key: 'proj_tag' } }]);
  });

  it.each(['', ' '])(
    'takes the consent "%s", which a template left without its value, for a denial, and names it',
    async (consent) => {
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
      await loadScript({ 'data-service-api-key': 'proj_tag', 'data-service-consent': consent });
      await soon();
      const { batch } = collector.requests[0] ?? {};
      expect(batch).toMatchObject({ consent: { analytics_storage: 'denied', ad_storage: 'denied' } });
      expect(batch).not.toHaveProperty('visitor_id');
      expect(document.cookie + JSON.stringify({ ...localStorage })).toBe('{}');
      expect(warned.mock.calls.map(([text]) => text)).toEqual(['[cvq] bad-consent consent']);
    },
  );

  describe('without a key', () => {
    let warned: ReturnType<typeof vi.spyOn>;
    const warnings = () => warned.mock.calls.map(([text]: unknown[]) => text);
    const docs = () => warned.mock.calls.at(-1)?.at(-1);
    beforeEach(() => {
      warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
      vi.spyOn(console, 'log').mockImplementation(() => {});
    });
    const later = () => vi.advanceTimersByTimeAsync(60_000);

    it('is named once the page has loaded without an init, and only then', async () => {
      vi.spyOn(Document.prototype, 'readyState', 'get').mockReturnValue('loading');
      await loadScript();
      await later();
      expect(warnings()).toEqual([]);
      window.dispatchEvent(new Event('load'));
      await later();
      expect(warnings()).toEqual(['[cvq] no-key script']);
      expect(docs()).toBe('https://t.shop.test/docs/sdk#no-key');
    });

    it('has its misspelt attributes named at once', async () => {
      await loadScript({ 'data-service-apikey': 'proj_tag', 'data-service-auto-trak': 'false' });
      expect(warnings()).toEqual(['[cvq] unknown-option apikey', '[cvq] unknown-option auto_trak']);
      expect(docs()).toBe('https://t.shop.test/docs/sdk#unknown-option');
      await later();
      expect(warnings().slice(2)).toEqual(['[cvq] no-key script']);
    });

    it('has them named too where another script serves the page', async () => {
      await loadScript({ 'data-service-api-key': 'proj_tag' });
      vi.resetModules();
      document.head.querySelector('script')?.remove();
      const script = document.createElement('script');
      script.setAttribute('data-service-apikey', 'proj_other');
      vi.spyOn(Document.prototype, 'currentScript', 'get').mockReturnValue(script);
      await import('../src/sdk.ts');
      expect(warnings()).toEqual(['[cvq] unknown-option apikey']);
    });

    it('explains itself in debug mode, which the script turns on', async () => {
      vi.stubGlobal('fetch', async () => ({ json: async () => ({ 'no-key': 'Give the key.' }) }));
      await loadScript({ 'data-service-debug': '' });
      await later();
      expect(warnings()).toEqual(['[cvq] no-key script', '[cvq] no-key: Give the key.']);
    });

    it.each(['the queue', 'a module'])('is right where %s brings an init', async (who) => {
      const config = { apiKey: 'proj_late', endpoint: 'https://c.test' };
      await loadScript();
      if (who === 'the queue') host.cvq?.push(['init', config]);
      else {
        vi.resetModules();
        const { init } = await import('../src/core-module.ts');
        init(config);
      }
      await later();
      expect(warnings()).toEqual([]);
      expect(collector.named('pageview')).toHaveLength(1);
    });
  });

  it('runs the commands of the queue in order, wherever init stands', async () => {
    host.cvq = [
      ['track', 'one'],
      ['init', { apiKey: 'proj_queue', endpoint: 'https://c.test', autoTrack: false }],
      ['track', 'two'],
    ];
    await loadScript();
    await soon();
    expect(collector.events().map((event) => event.event_type)).toEqual(['one', 'two']);
  });

  it('keeps the same queue working, with several commands in one push', async () => {
    const queue: unknown[] = [];
    host.cvq = queue;
    await loadScript({ 'data-service-api-key': 'proj_tag', 'data-service-auto-track': 'false' });
    queue.push(['track', 'after'], ['trackPurchase', { orderId: 'o1' }]);
    await soon();
    expect(host.cvq).toBe(queue);
    expect(collector.events().map((event) => event.event_type)).toEqual(['after', 'purchase']);
  });

  it('passes over wrong commands, and names each of them once', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await loadScript({ 'data-service-api-key': 'proj_tag', 'data-service-auto-track': 'false' });
    host.cvq?.push(null, 7, 'track', [], ['trakc', 'typo'], ['trakc', 'again'], ['constructor'], [{}]);
    const says = warned.mock.calls.map(([text]) => text);
    expect(says.filter((text) => text === '[cvq] unknown-command trakc')).toHaveLength(1);
    expect(says).toContain('[cvq] unknown-command constructor');
    expect(warned.mock.calls.at(-1)?.at(-1)).toBe('https://t.shop.test/docs/sdk#unknown-command');
    await soon();
    expect(collector.requests).toHaveLength(0);
  });

  it('makes its objects where elements have their names', async () => {
    const behind = Object.getPrototypeOf(window);
    const form = document.createElement('form');
    form.innerHTML = '<input name="init">';
    Object.defineProperty(form, 'init', { value: form.firstChild });
    for (const name of ['Service', 'cvq'])
      Object.defineProperty(behind, name, { configurable: true, writable: true, value: form });
    await loadScript({ 'data-service-api-key': 'proj_tag' });
    for (const name of ['Service', 'cvq']) Reflect.deleteProperty(behind, name);
    host.Service?.track('by_service');
    host.cvq?.push(['track', 'by_queue']);
    await soon();
    expect(collector.events().map((event) => event.event_type)).toEqual([
      'by_service',
      'by_queue',
      'pageview',
    ]);
  });

  it('leaves what the page itself calls Service', async () => {
    host.Service = { mine: 1 } as never;
    await loadScript({ 'data-service-api-key': 'proj_tag' });
    expect(host.Service).toEqual({ mine: 1 });
  });

  it.each([
    ['one address, of which a browser runs one', 1],
    ['addresses of their own', 2],
  ])('heeds each of several elements of modules with %s', async (_how, runs) => {
    await openPage();
    // One that a consent platform holds back is nobody's yet.
    document.body.innerHTML = `<script type="text/plain" data-service-api-key="proj_held"></script>
      <script type="module" src="https://a.test/sdk.js" data-service-api-key="proj_a"></script>
      <script type="module" src="https://b.test/sdk.js" data-service-api-key="proj_b"></script>`;
    for (let i = 0; i < runs; i++) {
      vi.resetModules();
      await import('../src/sdk.ts');
    }
    host.cvq?.push(['track', 'seen']);
    await soon();
    const told = collector.requests.flatMap(({ url, batch: { key }, events }) =>
      events.map(({ event_type: type }) => `${url} ${key} ${type}`),
    );
    expect(told.toSorted()).toEqual([
      'https://a.test/v1/events proj_a pageview',
      'https://a.test/v1/events proj_a seen',
      'https://b.test/v1/events proj_b pageview',
      'https://b.test/v1/events proj_b seen',
    ]);
  });

  it('heeds a module of its address that comes after it has run, until the page has loaded', async () => {
    await openPage();
    const tag = (key: string) =>
      `<script type="module" async src="https://a.test/sdk.js" data-service-api-key="${key}"></script>`;
    document.body.innerHTML = tag('proj_a');
    await import('../src/sdk.ts');
    document.body.insertAdjacentHTML('beforeend', tag('proj_b') + tag(''));
    window.dispatchEvent(new Event('load'));
    host.cvq?.push(['track', 'seen']);
    await soon();
    const told = collector.requests.flatMap(({ batch: { key }, events }) =>
      events.map(({ event_type: type }) => `${key} ${type}`),
    );
    expect(told.toSorted()).toEqual(['proj_a pageview', 'proj_a seen', 'proj_b pageview', 'proj_b seen']);
  });

  it('counts once when it is included twice', async () => {
    await loadScript({ 'data-service-api-key': 'proj_tag' });
    vi.resetModules();
    await import('../src/sdk.ts');
    await soon();
    expect(collector.named('pageview')).toHaveLength(1);
  });
});
