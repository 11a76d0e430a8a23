// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { collector, soon } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

const config = { apiKey: 'proj_test', endpoint: 'https://collector.test/' };

describe('a page view', () => {
  it('is sent once on load, with address, referrer and title', async () => {
    const { init } = await openPage('/shoes?utm_source=news', 'Shoes');
    init(config);
    await soon();
    expect(collector.requests).toHaveLength(1);
    expect(collector.requests[0]).toMatchObject({
      url: 'https://collector.test/v1/events',
      batch: { key: 'proj_test', sent_at: expect.stringMatching(/^2026-11-21T10:00:00/) },
      events: [
        {
          event_type: 'pageview',
          timestamp: '2026-11-21T10:00:00.000Z',
          context: {
            page_url: 'http://localhost:3000/shoes?utm_source=news',
            referrer: '',
            title: 'Shoes',
            language: 'en-US',
          },
        },
      ],
    });
  });

  it('says how many points of touch the screen has, by which an iPad can be told from a Mac', async () => {
    Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: 5 });
    const { init } = await openPage();
    init(config);
    await soon();
    expect(collector.requests[0]?.batch.touch_points).toBe(5);
    Reflect.deleteProperty(navigator, 'maxTouchPoints');
  });

  it('is not sent by itself with autoTrack off, and by page() then', async () => {
    const { init, page } = await openPage();
    init({ ...config, autoTrack: false });
    await soon();
    expect(collector.requests).toHaveLength(0);
    page({ pageType: 'category' });
    await soon();
    expect(collector.events()).toMatchObject([
      { event_type: 'pageview', properties: { page_type: 'category' } },
    ]);
  });

  it('is counted once when init is called twice', async () => {
    const { init } = await openPage();
    init(config);
    init(config);
    await soon();
    expect(collector.named('pageview')).toHaveLength(1);
  });

  it('has the title that a page gets with its data, a quarter of a second after the address', async () => {
    const { init } = await openPage('/shoes', 'Shoes');
    init(config);
    await soon();
    history.pushState(null, '', '/cup');
    await vi.advanceTimersByTimeAsync(250);
    document.title = 'Cup';
    await soon();
    expect(collector.named('pageview').map(({ context }) => context?.title)).toEqual(['Shoes', 'Cup']);
  });

  it('has the title that comes with data from far, as when a router goes back before it loads the page', async () => {
    const { init } = await openPage('/shoes', 'Shoes');
    init(config);
    await soon();
    history.pushState(null, '', '/cup');
    await vi.advanceTimersByTimeAsync(1000);
    document.title = 'Cup';
    await soon();
    expect(collector.named('pageview').map(({ context }) => context?.title)).toEqual(['Shoes', 'Cup']);
  });

  it('has the new title where a framework takes the old one away some time before', async () => {
    const { init } = await openPage('/shoes', 'Shoes');
    init(config);
    await soon();
    history.pushState(null, '', '/cup');
    document.title = '';
    await vi.advanceTimersByTimeAsync(500);
    document.title = 'Cup';
    await soon();
    expect(collector.named('pageview').map(({ context }) => context?.title)).toEqual(['Shoes', 'Cup']);
  });

  it('is counted by the old title where the title stays the same', async () => {
    const { init } = await openPage('/shoes', 'Shoes');
    init(config);
    await soon();
    history.pushState(null, '', '/cup');
    await vi.advanceTimersByTimeAsync(1500);
    expect(collector.named('pageview').map(({ context }) => context?.title)).toEqual(['Shoes', 'Shoes']);
  });

  it('waits for the title of a first page that has none yet', async () => {
    const { init } = await openPage('/shoes', '');
    init(config);
    await vi.advanceTimersByTimeAsync(250);
    document.title = 'Shoes';
    await soon();
    expect(collector.named('pageview').map(({ context }) => context?.title)).toEqual(['Shoes']);
  });

  it('follows a single-page application, with the page before as referrer and the title set late', async () => {
    const { init } = await openPage('/');
    init(config);
    await soon();
    history.pushState(null, '', '/cart');
    setTimeout(() => {
      document.title = 'Cart';
    }, 30);
    await soon();
    expect(collector.named('pageview')[1]?.context).toMatchObject({
      page_url: 'http://localhost:3000/cart',
      referrer: 'http://localhost:3000/',
      title: 'Cart',
    });
  });

  it('is not counted again when a router replaces the address with the same one or another query', async () => {
    const { init } = await openPage('/list');
    init(config);
    await soon();
    history.replaceState({ scroll: 10 }, '', '/list');
    history.replaceState(null, '', '/list?sort=price');
    await soon();
    expect(collector.named('pageview')).toHaveLength(1);
  });

  describe('where routes stand behind #', () => {
    /** Goes where routers go, and tells of which addresses a view was counted. */
    async function viewsOf(landing: string, ...steps: ['push' | 'replace', string][]) {
      const { init } = await openPage(landing);
      init({ ...config, hashRoutes: true });
      await soon();
      for (const [how, to] of steps) {
        history[`${how}State`](null, '', to);
        document.title = to;
        await vi.advanceTimersByTimeAsync(2_000);
      }
      return collector.named('pageview').map(({ context }) => new URL(`${context?.page_url}`).href.slice(21));
    }

    it('is counted for each, and not for other parts of the address', async () => {
      const views = await viewsOf(
        '/#/a',
        ['push', '/#/b'],
        ['push', '/#/b'],
        ['replace', '/#/c'],
        ['push', '/?x=1#/c'],
      );
      expect(views).toEqual(['/#/a', '/#/b', '/#/c', '/?x=1#/c']);
    });

    it.each(['/', '/?gclid=Cj0KCQ', '/#'])(
      'is counted once where a router writes the root as #/ late: %s',
      async (at) => {
        const root = `${at.replace('#', '')}#/`;
        expect(await viewsOf(at, ['replace', root], ['push', `${root}list`])).toEqual([at, `${root}list`]);
      },
    );

    it.each(['/#/list', '/?gclid=Cj0KCQ#/list', '/?gclid=Cj0KCQ#!/list'])(
      'is not counted again when a filter replaces the query of the route: %s',
      async (at) => {
        expect(await viewsOf(at, ['replace', `${at}?sort=price`], ['replace', `${at}?sort=name`])).toEqual([
          at,
        ]);
      },
    );
  });

  it('of a redirect inside a router counts for where it led', async () => {
    const { init } = await openPage('/');
    init(config);
    await soon();
    history.pushState(null, '', '/account');
    history.replaceState(null, '', '/sign-in');
    document.title = 'Sign in';
    await soon();
    const urls = collector.named('pageview').map((event) => event.context?.page_url);
    expect(urls).toEqual(['http://localhost:3000/', 'http://localhost:3000/sign-in']);
  });

  it('of a tab in the background waits until the tab is seen', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { init } = await openPage();
    init(config);
    await soon();
    expect(collector.requests).toHaveLength(0);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await soon();
    expect(collector.named('pageview')).toHaveLength(1);
  });

  it('of a prerendered page is sent once it is activated', async () => {
    Object.assign(document, { prerendering: true });
    const { init, track } = await openPage();
    init(config);
    track('ready');
    await soon();
    expect(collector.requests).toHaveLength(0);
    Object.assign(document, { prerendering: false });
    document.dispatchEvent(new Event('prerenderingchange'));
    await soon();
    expect(collector.events().map((event) => event.event_type)).toEqual(['ready', 'pageview']);
  });

  it('of a prerendered page is as late as its activation, as is all that the page told before', async () => {
    Object.assign(document, { prerendering: true });
    const { init, track } = await openPage();
    track('"timestamp":"1');
    init(config);
    track('ready', { timestamp: 'of the page' });
    await vi.advanceTimersByTimeAsync(120_000);
    Object.assign(document, { prerendering: false });
    document.dispatchEvent(new Event('prerenderingchange'));
    track('shown');
    await soon();
    const told = collector.events().map(({ event_type: type, timestamp }) => [type, timestamp?.slice(0, 19)]);
    const types = ['"timestamp":"1', 'ready', 'shown', 'pageview'];
    expect(told).toEqual(types.map((type) => [type, '2026-11-21T10:02:00']));
    expect(collector.named('ready')[0]?.properties).toEqual({ timestamp: 'of the page' });
  });
});

describe('an event', () => {
  it('carries its properties in snake_case', async () => {
    const { init, track } = await openPage();
    init({ ...config, autoTrack: false });
    track('find', { searchTerm: 'boots', userID: 7, nested: { keptAsIs: 1 } });
    await soon();
    expect(collector.events()).toMatchObject([
      { event_type: 'find', properties: { search_term: 'boots', user_id: 7, nested: { keptAsIs: 1 } } },
    ]);
  });

  it('tracked before init waits for it, in order, with the time of the call', async () => {
    const { init, track } = await openPage();
    track('first');
    await vi.advanceTimersByTimeAsync(5_000);
    track('second');
    init({ ...config, autoTrack: false });
    await soon();
    expect(collector.events()).toMatchObject([
      { event_type: 'first', timestamp: '2026-11-21T10:00:00.000Z' },
      { event_type: 'second', timestamp: '2026-11-21T10:00:05.000Z' },
    ]);
  });

  it('loses a value that cannot be written as JSON and nothing else, or is dropped where it has no name', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { init, track } = await openPage();
    init({ ...config, autoTrack: false });
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    circular.kept = 1;
    track('circular', circular);
    track('big', { value: 10n });
    track('');
    track(undefined as unknown as string);
    track('fine', null as unknown as object);
    await soon();
    expect(collector.events().map((event) => event.event_type)).toEqual(['circular', 'big', 'fine']);
    expect(collector.events()).toMatchObject([
      { properties: { self: { kept: 1 }, kept: 1 } },
      { properties: { value: 10 } },
      {},
    ]);
    expect(warned.mock.calls.map(([text]) => text)).toEqual(['[cvq] lost-value self', '[cvq] no-name']);
  });

  it('tells a long address short, so that the collector accepts it', async () => {
    const { init, track } = await openPage(`/?q=${'x'.repeat(20_000)}`);
    init({ ...config, autoTrack: false });
    track('landed');
    await soon();
    expect(collector.events()[0]?.context?.page_url).toBe(`${location.origin}/?(cut)`);
  });
});

describe('a conversion', () => {
  it('is marked as one, whatever its type', async () => {
    const sdk = await openPage();
    sdk.init({ ...config, autoTrack: false });
    sdk.trackConversion('quote', { value: 5 });
    sdk.trackLead({ leadId: 'l1', formName: 'contact' });
    sdk.trackSignup({ userId: 'u1', plan: 'pro' });
    sdk.trackSubscription({ subscriptionId: 's1', interval: 'month' });
    sdk.trackDownload({ downloadId: 'd1', fileName: 'a.pdf' });
    await soon();
    expect(collector.events()).toMatchObject([
      { event_type: 'quote', conversion: true, properties: { value: 5 } },
      { event_type: 'lead', conversion: true, properties: { lead_id: 'l1', form_name: 'contact' } },
      { event_type: 'signup', conversion: true, properties: { user_id: 'u1', plan: 'pro' } },
      { event_type: 'subscription', conversion: true, properties: { subscription_id: 's1' } },
      { event_type: 'download', conversion: true, properties: { download_id: 'd1', file_name: 'a.pdf' } },
    ]);
  });

  it('carries the order and the user data as the wire names them', async () => {
    const { init, trackPurchase } = await openPage();
    init({ ...config, autoTrack: false });
    trackPurchase(
      {
        orderId: 1042 as unknown as string,
        value: '129.90' as unknown as number,
        currency: 'EUR',
        items: [{ sku: 'A', quantity: 2 }],
      },
      { email: 'ada@example.test', firstName: 'Ada', postalCode: '10115', nickname: 'x' } as object,
    );
    await soon();
    expect(collector.events()[0]).toMatchObject({
      event_type: 'purchase',
      properties: { order_id: '1042', value: 129.9, currency: 'EUR', items: [{ sku: 'A', quantity: 2 }] },
      user_data: { email: 'ada@example.test', first_name: 'Ada', postal_code: '10115' },
    });
  });
});
