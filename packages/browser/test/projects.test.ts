// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { collector } from './fresh-visit.ts';
import { closePage, openPage } from './open-page.ts';

type Service = typeof import('../src/service.ts').Service;
type Queue = Service & { push(...commands: unknown[]): void };
const host = window as unknown as { Service?: Service | undefined; cvq?: Queue | undefined };
let warned: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  delete host.Service;
  delete host.cvq;
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const soon = () => vi.advanceTimersByTimeAsync(500);
const warnings = () => warned.mock.calls.map(([text]: unknown[]) => text);

/** Runs a copy of the script on the page that is open. */
async function addScript(
  attributes: Record<string, string>,
  src = 'https://t.shop.test/sdk.js',
): Promise<void> {
  vi.resetModules();
  const script = document.createElement('script');
  script.type = 'text/fixture';
  script.src = src;
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(`data-service-${name}`, value);
  document.head.append(script);
  vi.spyOn(Document.prototype, 'currentScript', 'get').mockReturnValue(script);
  await import('../src/sdk.ts');
}

const namesFor = (key: string) =>
  collector.requests
    .filter(({ batch }) => batch.key === key)
    .flatMap(({ events }) => events.map(({ event_type }) => event_type));

describe('two projects on one page', () => {
  it('both hear views, commands and attributes, each from its own script', async () => {
    await openPage();
    document.body.innerHTML = '<button data-service-event="click" data-service-event-name="hit">x</button>';
    await addScript({ 'api-key': 'proj_a' });
    await addScript({ 'api-key': 'proj_b', endpoint: 'https://agency.test/t' }, 'https://agency.test/sdk.js');
    host.cvq?.push(['trackPurchase', { orderId: 'o1' }]);
    document
      .querySelector('button')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    await soon();
    for (const key of ['proj_a', 'proj_b'])
      expect(namesFor(key).toSorted()).toEqual(['hit', 'pageview', 'purchase']);
    expect(new Set(collector.requests.map(({ url, batch }) => `${batch.key} ${url}`))).toEqual(
      new Set(['proj_a https://t.shop.test/v1/events', 'proj_b https://agency.test/t/v1/events']),
    );
    const [one, other] = ['proj_a', 'proj_b'].map(
      (key) => collector.requests.find(({ batch }) => batch.key === key)?.batch,
    );
    expect(one?.visitor_id).toBeTruthy();
    expect(one?.visitor_id).toBe(other?.visitor_id);
    expect(one?.session_id).toBe(host.cvq?.getSessionId());
  });

  it('the one that joins late hears what the view has brought so far', async () => {
    await openPage();
    await addScript({ 'api-key': 'proj_a' });
    host.cvq?.push(['track', 'early']);
    await soon();
    await addScript({ 'api-key': 'proj_b' });
    await soon();
    expect(namesFor('proj_b').toSorted()).toEqual(['early', 'pageview']);
    expect(namesFor('proj_a').toSorted()).toEqual(['early', 'pageview']);
  });

  it('keep what they were asked for: views, and what becomes of bots', async () => {
    await openPage();
    await addScript({ 'api-key': 'proj_a', 'auto-track': 'false' });
    await addScript({ 'api-key': 'proj_b', 'filter-bots': 'false' });
    host.cvq?.track('both');
    await soon();
    expect(namesFor('proj_a')).toEqual(['both']);
    expect(namesFor('proj_b').toSorted()).toEqual(['both', 'pageview']);
    for (const { batch } of collector.requests)
      expect(batch.filter_bots).toBe(batch.key === 'proj_b' ? false : undefined);
  });

  it('deliver each for itself when one collector is away', async () => {
    await openPage();
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, request: RequestInit) =>
      url.includes('away.test') ? Promise.reject(new TypeError('away')) : answer(url, request),
    );
    await addScript({ 'api-key': 'proj_a', endpoint: 'https://away.test', 'auto-track': 'false' });
    await addScript({ 'api-key': 'proj_b', 'auto-track': 'false' });
    for (let i = 0; i < 3; i++) {
      host.cvq?.track(`event${i}`);
      await soon();
    }
    expect(namesFor('proj_b')).toEqual(['event0', 'event1', 'event2']);
    expect(Object.keys(localStorage).filter((key) => /^cvq\.proj_/.test(key))).toMatchObject([
      expect.stringContaining('cvq.proj_a.'),
    ]);
  });

  it('share a consent and a sign-out', async () => {
    await openPage();
    await addScript({ 'api-key': 'proj_a', 'auto-track': 'false' });
    await addScript({ 'api-key': 'proj_b', 'auto-track': 'false' });
    host.cvq?.push(['consent', { analytics_storage: 'denied' }], ['track', 'anonymous']);
    await soon();
    expect(collector.requests).toHaveLength(2);
    for (const { batch } of collector.requests) expect(batch.visitor_id).toBeUndefined();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('a script and a module with keys of their own hear each other', async () => {
    const sdk = await openPage();
    await addScript({ 'api-key': 'proj_a' });
    sdk.init({ apiKey: 'proj_b', endpoint: 'https://collector.test' });
    sdk.track('of the module');
    host.cvq?.push(['track', 'of the script']);
    await soon();
    for (const key of ['proj_a', 'proj_b'])
      expect(namesFor(key).toSorted()).toEqual(['of the module', 'of the script', 'pageview']);
  });

  it('a script and a module hear of an opt-out and of its end, and no event goes out without its visitor', async () => {
    const sdk = await openPage();
    await addScript({ 'api-key': 'proj_a', 'auto-track': 'false' });
    sdk.init({ apiKey: 'proj_b', endpoint: 'https://collector.test', autoTrack: false });
    host.cvq?.optOut();
    sdk.track('opted out');
    host.cvq?.optIn();
    host.cvq?.track('of the script');
    await soon();
    sdk.track('of the module');
    await soon();
    for (const key of ['proj_a', 'proj_b']) expect(namesFor(key)).toEqual(['of the script', 'of the module']);
    const visitors = collector.requests.map(({ batch }) => batch.visitor_id);
    expect(visitors).not.toContain(undefined);
    expect(new Set(visitors).size).toBe(1);
  });

  it('the one that joins after an opt-out and its end hears nothing from before', async () => {
    const { init, optIn, optOut, track } = await openPage();
    init({ apiKey: 'proj_a', endpoint: 'https://collector.test', autoTrack: false });
    track('before');
    optOut();
    optIn();
    track('after');
    init({ apiKey: 'proj_b', endpoint: 'https://other.test', autoTrack: false });
    await soon();
    expect(namesFor('proj_b')).toEqual(['after']);
  });

  it('by two calls of init', async () => {
    const { init, track } = await openPage();
    init({ apiKey: 'proj_a', endpoint: 'https://collector.test', autoTrack: false });
    init({ apiKey: 'proj_b', endpoint: 'https://other.test', autoTrack: false });
    init({ apiKey: 'proj_b', endpoint: 'https://other.test', autoTrack: false });
    track('once');
    await soon();
    expect(collector.requests.map(({ url, events }) => [url, events.length])).toEqual([
      ['https://collector.test/v1/events', 1],
      ['https://other.test/v1/events', 1],
    ]);
  });
});

describe('the page', () => {
  it('counts once where a script is there twice, and where an element has a name like ours', async () => {
    await openPage();
    document.body.innerHTML = '<a id="cvq.proj_a"></a><form id="cvq"></form><p id="cvq.page"></p>';
    await addScript({ 'api-key': 'proj_a' });
    await addScript({ 'api-key': 'proj_a' });
    await soon();
    expect(namesFor('proj_a')).toEqual(['pageview']);
  });

  it('has the methods in its queue after the load, and stays a queue', async () => {
    await openPage();
    await addScript({ 'api-key': 'proj_a', 'auto-track': 'false' });
    host.cvq?.track('direct');
    host.cvq?.push(['track', 'pushed']);
    await soon();
    expect(namesFor('proj_a')).toEqual(['direct', 'pushed']);
    expect(host.cvq?.getSessionId()).toMatch(/^\d+_\d+$/);
  });

  it('has its function called with the methods once they answer', async () => {
    const asked: string[] = [];
    const ask = ({ getSessionId }: Service) => asked.push(getSessionId());
    host.cvq = [ask, ['track', 'first'], () => asked.push('after')] as unknown as Queue;
    await openPage();
    await addScript({ 'api-key': 'proj_a', 'auto-track': 'false' });
    host.cvq?.push(ask);
    expect(asked).toEqual([expect.stringMatching(/^\d+_\d+$/), 'after', asked[0]]);
  });

  it('has its function called where the visitor is not tracked, with nothing known', async () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { configurable: true, value: true });
    const asked: string[] = [];
    host.cvq = [({ getSessionId }: Service) => asked.push(getSessionId())] as unknown as Queue;
    await openPage();
    await addScript({ 'api-key': 'proj_a', 'respect-dnt': '' });
    host.cvq?.push(({ getSessionId }: Service) => asked.push(getSessionId()));
    Reflect.deleteProperty(navigator, 'globalPrivacyControl');
    await soon();
    expect(asked).toEqual(['', '']);
    expect(collector.requests).toEqual([]);
  });
});

describe('the attributes of the script', () => {
  it.each(['0', 'no', 'Off', 'false'])('takes a switch with the value %s for off', async (value) => {
    await addScript({ 'api-key': 'proj_a', 'auto-track': value });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(collector.events()).toEqual([]);
  });

  it('turn a switch on without a value, and leave out what a template left empty', async () => {
    const spoken = vi.spyOn(console, 'log').mockImplementation(() => {});
    await openPage();
    await addScript({
      'api-key': 'proj_a',
      debug: '',
      'hash-routes': '',
      endpoint: '',
      'auto-track': 'FALSE',
    });
    host.cvq?.track('one');
    await soon();
    expect(spoken).toHaveBeenCalled();
    expect(collector.requests[0]?.url).toBe('https://t.shop.test/v1/events');
    expect(namesFor('proj_a')).toEqual(['one']);
  });

  it('are named where nobody knows them, or where their feature is not there', async () => {
    await openPage();
    await addScript({ 'api-key': 'proj_a', 'auto-trak': 'false', 'outbound-links': '' });
    expect(warnings()).toEqual(['[cvq] unknown-option auto_trak', '[cvq] missing-feature outbound_links']);
  });
});

describe('init of a module', () => {
  it('names a missing key and a missing endpoint, and starts with the next', async () => {
    const { init, track } = await openPage();
    init({} as Parameters<typeof init>[0]);
    init({ apiKey: 'proj_a' } as Parameters<typeof init>[0]);
    track('kept');
    init({ apiKey: 'proj_a', endpoint: 'https://collector.test', autoTrack: false });
    await soon();
    expect(warnings()).toEqual(['[cvq] no-key init', '[cvq] no-endpoint init']);
    expect(namesFor('proj_a')).toEqual(['kept']);
  });

  it('names an option without its feature', async () => {
    const { init } = await openPage();
    init({
      apiKey: 'proj_a',
      endpoint: 'https://c.test',
      crossDomainDomains: ['a.example'],
      fileDownloads: true,
    });
    expect(warnings()).toEqual([
      '[cvq] missing-feature cross_domain_domains',
      '[cvq] missing-feature file_downloads',
    ]);
  });
});

describe('beforeSend', () => {
  const config = { apiKey: 'proj_a', endpoint: 'https://collector.test', autoTrack: false };
  type BeforeSend = NonNullable<Parameters<Service['init']>[0]['beforeSend']>;

  async function trackedThrough(beforeSend: unknown) {
    const { init, track, trackPurchase } = await openPage();
    init({ ...config, beforeSend: beforeSend as BeforeSend });
    track('look', { term: 'secret', kept: 1 });
    trackPurchase({ orderId: 'o1' }, { email: 'a@shop.example' });
    await soon();
    return collector.events();
  }

  it('changes an event before it is stored or sent, and keeps its id', async () => {
    collector.answers('unreachable');
    const events = await trackedThrough((event: { id: string; properties: { term?: string } }) => {
      event.properties.term = 'cut';
      return { ...event, id: 'evt_mine', user_data: undefined };
    });
    expect(events[0]).toMatchObject({ event_type: 'look', properties: { term: 'cut', kept: 1 } });
    expect(events[0]?.id).toMatch(/^evt_\d{13}_\d+$/);
    expect(collector.named('purchase')[0]?.user_data).toBeUndefined();
    closePage();
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
  });

  it('may return a new object, which keeps when and where it happened unless it says otherwise', async () => {
    const events = await trackedThrough(({ event_type }: { event_type: string }) => ({
      event_type,
      properties: { only: 'this' },
    }));
    expect(events).toMatchObject([
      {
        event_type: 'look',
        timestamp: expect.any(String),
        properties: { only: 'this' },
        context: { page_url: location.href, language: navigator.language },
      },
      { event_type: 'purchase', conversion: true, context: { page_url: location.href } },
    ]);
    expect(events[1]?.user_data).toBeUndefined();
    const moved = await trackedThrough((event: object) => ({
      ...event,
      context: { page_url: 'https://a.test/' },
    }));
    expect(moved.at(-1)?.context).toEqual({ page_url: 'https://a.test/' });
  });

  it.each([null, false])('drops an event by %s', async (word) => {
    const events = await trackedThrough((event: { event_type: string }) =>
      event.event_type === 'look' ? word : event,
    );
    expect(events.map(({ event_type }) => event_type)).toEqual(['purchase']);
    expect(warnings()).toEqual([]);
  });

  it.each([
    ['throws', () => Promise.reject.call(null)],
    ['returns nothing', () => undefined],
    ['returns no event', () => ({ changed: true })],
    ['returns a promise', async (event: object) => event],
    ['is no function', 'nowhere'],
  ])('that %s loses nothing and is named', async (_, beforeSend) => {
    const events = await trackedThrough(beforeSend);
    expect(events).toMatchObject([{ event_type: 'look' }, { event_type: 'purchase' }]);
    expect(warnings()).toEqual(['[cvq] failed-before-send']);
  });

  it('is the name of a global function in an attribute', async () => {
    Object.assign(window, { cleanEvent: (event: object) => ({ ...event, event_type: 'cleaned' }) });
    await openPage();
    await addScript({ 'api-key': 'proj_a', 'before-send': 'cleanEvent', 'auto-track': 'false' });
    host.cvq?.track('dirty');
    await soon();
    expect(namesFor('proj_a')).toEqual(['cleaned']);
  });
});
