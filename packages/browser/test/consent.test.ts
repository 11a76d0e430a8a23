// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { collector, config, soon } from './fresh-visit.ts';
import { closePage, openPage } from './open-page.ts';

const onDevice = () => document.cookie + JSON.stringify({ ...localStorage });
const nothing = '{}';

async function visit(path = '/') {
  const sdk = await openPage(path);
  const start = () => sdk.init({ ...config, features: [sdk.cookies, sdk.attribution] });
  return { ...sdk, start };
}

describe('without analytics storage', () => {
  it('nothing is kept and events carry no ids', async () => {
    const { consent, start, track, identify, getSessionId } = await visit('/?gclid=g');
    consent({ analytics_storage: 'denied', ad_storage: 'denied' });
    start();
    identify('u_1');
    track('seen');
    collector.answers({ status: 503 });
    await soon();
    expect(onDevice()).toBe(nothing);
    expect(getSessionId()).toBeTruthy();
    const { batch } = collector.requests[0] ?? {};
    expect(batch).toMatchObject({ consent: { analytics_storage: 'denied', ad_storage: 'denied' } });
    for (const field of ['visitor_id', 'session_id', 'user_id', 'click_ids'])
      expect(batch).not.toHaveProperty(field);
  });

  it('events are sent all the same, and repeated while the page lives', async () => {
    const { consent, start, track } = await visit();
    consent({ analytics_storage: 'denied' });
    start();
    collector.answers({ status: 503 });
    track('stubborn');
    await soon();
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(collector.named('stubborn').length).toBeGreaterThan(1);
    expect(onDevice()).toBe(nothing);
  });

  it('what earlier pages kept is taken from the device', async () => {
    const first = await visit('/?gclid=g');
    first.start();
    first.track('seen');
    await soon();
    expect(onDevice()).not.toBe(nothing);
    localStorage.setItem('mine', '1');
    const second = await visit();
    second.consent({ analytics_storage: 'denied' });
    second.start();
    second.track('seen');
    await soon();
    expect(onDevice()).toBe('{"mine":"1"}');
  });

  it('a later consent keeps from then on what the page knew', async () => {
    const { consent, start, track, getSessionId } = await visit('/?gclid=g');
    consent({ analytics_storage: 'denied' });
    start();
    track('before');
    await soon();
    const session = getSessionId();
    consent({ analytics_storage: 'granted' });
    track('after');
    await soon();
    const { batch } = collector.requests.at(-1) ?? {};
    expect(batch?.session_id).toBe(session);
    expect(batch?.visitor_id).toBeTruthy();
    expect(batch?.click_ids?.gclid?.value).toBe('g');
    expect(onDevice()).toContain(session);
    closePage();
    const next = await visit();
    next.start();
    expect(next.getSessionId()).toBe(session);
  });
});

describe('without ad storage', () => {
  const PATH =
    '/?gclid=CLICK&_gl=1*x*_gcl_aw*CLICK&next=https%3A%2F%2Fx%2F%3Ffbclid%3DCLICK&to=%2F%253Fwbraid%253DCLICK&x=1';
  const properties = {
    gclid: 'CLICK',
    fbclid: 'CLICK',
    lastGclid: 'CLICK',
    note: 'came by gclid=CLICK today',
    path: '/p?msclkid=CLICK&y=2',
    in: [{ ScCid: 'CLICK', kept: 1 }],
  };

  it.each(['before', 'after'])('no click id leaves or rests, said %s the event', async (when) => {
    collector.answers('unreachable');
    const { consent, start, track } = await visit(PATH);
    document.title = 'Teapots gclid=CLICK';
    if (when === 'before') consent({ ad_storage: 'denied' });
    start();
    track('seen', properties);
    if (when === 'after') consent({ ad_storage: 'denied' });
    await soon();
    expect(collector.sent.length).toBeGreaterThan(0);
    expect(collector.sent.map(({ body }) => body).join() + onDevice()).not.toContain('CLICK');
    expect(collector.named('seen')[0]).toMatchObject({
      context: { page_url: expect.stringMatching(/&x=1$/) },
      properties: { note: 'came by  today', path: '/p?y=2', in: [{ kept: 1 }] },
    });
  });
});

describe('user data that was said while it was denied', () => {
  const ADA = { email: 'ada@mail.example', firstName: 'Ada' };

  it.each([
    ['by identify', (sdk: Awaited<ReturnType<typeof visit>>) => sdk.identify('u_1', { ...ADA })],
    ['by setEnhancedUserData', (sdk: Awaited<ReturnType<typeof visit>>) => sdk.setEnhancedUserData(ADA)],
  ])('%s is not sent after a later grant, unless it is said again', async (_, say) => {
    const sdk = await visit();
    sdk.consent({ ad_user_data: 'denied' });
    sdk.start();
    say(sdk);
    sdk.consent({ ad_user_data: 'granted' });
    sdk.trackLead({ leadId: '1' });
    await soon();
    expect(collector.sent.map(({ body }) => body).join()).not.toMatch(/mail\.example|Ada/);
    say(sdk);
    sdk.trackLead({ leadId: '2' });
    await soon();
    expect(collector.named('lead').at(-1)?.user_data).toMatchObject({ email: ADA.email });
  });

  it('before init, which denies it by default, is not sent after a later grant either', async () => {
    collector.answers('unreachable');
    const sdk = await visit();
    sdk.identify('u_1', { ...ADA });
    sdk.init({ ...config, consent: 'denied', features: [sdk.consentDefault] });
    await soon();
    sdk.consent('granted');
    sdk.trackLead({ leadId: '1' });
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(collector.named('lead').length).toBeGreaterThan(0);
    expect(collector.sent.map(({ body }) => body).join()).not.toMatch(/mail\.example|Ada/);
  });

  it('is forgotten by a withdrawal', async () => {
    const sdk = await visit();
    sdk.start();
    sdk.identify('u_1', { ...ADA });
    await soon();
    const before = collector.sent.length;
    sdk.consent({ ad_user_data: 'denied' });
    sdk.consent({ ad_user_data: 'granted' });
    sdk.trackLead({ leadId: '1' });
    await soon();
    expect(collector.named('lead')).toHaveLength(1);
    expect(
      collector.sent
        .slice(before)
        .map(({ body }) => body)
        .join(),
    ).not.toMatch(/mail\.example|Ada/);
  });
});

describe('consent', () => {
  it('that is said ten thousands of times, as by a single-page application, costs later events nothing', async () => {
    const { consent, identify, start, track } = await visit();
    start();
    for (let i = 0; i < 30_000; i++) consent({ ad_personalization: 'granted' });
    for (let i = 0; i < 300; i++) identify('ada@example.test');
    track('seen');
    await soon();
    expect(collector.named('seen')).toHaveLength(1);
    expect(onDevice()).not.toContain('ada');
  });

  it('to ad storage decides on click ids alone', async () => {
    const { consent, start, track } = await visit('/?gclid=g');
    consent({ ad_storage: 'denied' });
    start();
    track('seen');
    await soon();
    const { batch } = collector.requests[0] ?? {};
    expect(batch?.visitor_id).toBeTruthy();
    expect(batch).not.toHaveProperty('click_ids');
    expect(onDevice()).not.toContain('gclid');
  });

  it('to ad user data decides on user data', async () => {
    const { consent, start, trackLead } = await visit();
    start();
    consent({ ad_user_data: 'denied', ad_personalization: 'denied' });
    trackLead({ leadId: '1' }, { email: 'ada@example.test' });
    await soon();
    expect(collector.named('lead')[0]).not.toHaveProperty('user_data');
    expect(collector.requests[0]?.batch.consent).toEqual({
      ad_user_data: 'denied',
      ad_personalization: 'denied',
    });
  });
});

describe('an opt-out', () => {
  it('stops tracking, takes everything from the device, and holds on later pages', async () => {
    const first = await visit('/?gclid=g');
    first.start();
    first.track('seen');
    await soon();
    first.track('never sent');
    first.optOut();
    first.track('not tracked');
    await soon();
    expect(collector.events().map((event) => event.event_type)).toEqual(['seen']);
    expect(onDevice()).toBe('no_cvq=true@{"no_cvq":"true"}');
    localStorage.clear();
    const second = await visit();
    second.start();
    second.track('not tracked');
    expect(second.getSessionId()).toBe('');
    await soon();
    expect(collector.requests).toHaveLength(1);
  });

  it.each(['before init', 'on a page without cookies', 'on a page that Do Not Track refused'])(
    'holds where cookies last, also when it was said %s',
    async (when) => {
      vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Google Inc.');
      const first = await openPage();
      const respectDNT = when.includes('Do Not Track');
      if (respectDNT) Object.defineProperty(navigator, 'doNotTrack', { configurable: true, value: '1' });
      if (when === 'before init') first.optOut();
      first.init({ ...config, respectDNT, features: when.includes('without') ? [] : [first.cookies] });
      if (when !== 'before init') first.optOut();
      Reflect.deleteProperty(navigator, 'doNotTrack');
      const second = await visit();
      second.start();
      second.track('not tracked');
      await soon();
      expect(collector.events()).toEqual([]);
    },
  );

  it('outlives what the visitor is asked for later, on the same page and on the next', async () => {
    const first = await visit('/?gclid=g');
    first.start();
    first.track('seen');
    await soon();
    first.optOut();
    first.consent({ analytics_storage: 'granted' });
    closePage();
    expect(onDevice()).toBe('no_cvq=true@{"no_cvq":"true"}');
    const second = await visit();
    second.consent({ analytics_storage: 'denied', ad_storage: 'denied' });
    second.start();
    second.track('not tracked');
    await soon();
    expect(collector.events().map((event) => event.event_type)).toEqual(['seen']);
  });

  it('ends with an opt-in, which tracks from there on', async () => {
    const first = await visit();
    first.start();
    first.optOut();
    closePage();
    const second = await visit();
    second.track('too early');
    second.start();
    second.track('too early');
    second.optIn();
    second.track('welcome');
    await soon();
    expect(collector.events().map((event) => event.event_type)).toEqual(['welcome']);
    second.optOut();
    second.optIn();
    second.track('again');
    await soon();
    expect(collector.events().map((event) => event.event_type)).toEqual(['welcome', 'again']);
    closePage();
    expect(onDevice()).not.toContain('no_cvq');
  });
});

describe('without ad storage', () => {
  it('no click id leaves the page or rests on the device, wherever it was', async () => {
    const { consent, start, track, getClickIds, getCrossdomainLink } = await visit(
      '/?gclid=SECRET&utm_source=x',
    );
    Object.defineProperty(document, 'referrer', {
      configurable: true,
      value: 'https://a.test/?fbclid=SECRET',
    });
    consent({ ad_storage: 'denied' });
    start();
    track('seen', { url: 'https://partner.test/?irclickid=SECRET&x=1' });
    collector.answers({ status: 503 });
    await soon();
    Reflect.deleteProperty(document, 'referrer');
    expect(collector.sent.map(({ body }) => body).join()).not.toContain('SECRET');
    expect(collector.named('seen')[0]).toMatchObject({
      context: { page_url: `${location.origin}/?utm_source=x`, referrer: 'https://a.test/' },
      properties: { url: 'https://partner.test/?x=1' },
    });
    expect(onDevice()).not.toContain('SECRET');
    expect(getClickIds().gclid).toBeNull();
    expect(getCrossdomainLink('https://other.test/')).not.toContain('SECRET');
  });
});

describe('consent that is withdrawn', () => {
  it('takes click ids and user data out of what waits, on the page, in its store and in those of other tabs', async () => {
    const { consent, start, track, trackLead } = await visit('/?gclid=SECRET');
    const otherTab = 'cvq.proj_test.1795255200000_77';
    const left =
      '{"key":"proj_test","click_ids":{"gclid":{"value":"SECRET"}}}\t{"id":"evt_1795255200000_a","event_type":"left","context":{"page_url":"https://a.test/?gclid=SECRET&b=1"}}';
    localStorage.setItem(otherTab, left);
    start();
    collector.answers('unreachable');
    track('waits');
    trackLead({ leadId: '1' }, { email: 'ada@mail.example' });
    await soon();
    const before = collector.sent.length;
    expect(onDevice()).toContain('SECRET');
    consent({ ad_storage: 'denied', ad_user_data: 'denied' });
    expect(onDevice()).not.toContain('SECRET');
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(30_000);
    const after = collector.sent
      .slice(before)
      .map(({ body }) => body)
      .join();
    expect(after).toContain('waits');
    expect(after).not.toMatch(/SECRET|mail\.example/);
  });

  it('takes the ids of visitor, session and user from what waits, also where no other event follows', async () => {
    const { consent, start, identify, track, trackPurchase } = await visit();
    start();
    collector.answers('unreachable');
    identify('user-77');
    trackPurchase({ orderId: 'A-1', value: 5, currency: 'EUR' });
    await soon();
    const before = collector.sent.length;
    expect(collector.requests.at(-1)?.batch).toMatchObject({ user_id: 'user-77' });
    expect(onDevice()).toContain('user-77');
    consent({ analytics_storage: 'denied' });
    expect(onDevice()).not.toMatch(/user-77|A-1/);
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(30_000);
    track('later');
    closePage();
    const after = collector.requests.slice(before);
    expect(after.flatMap(({ events }) => events).map(({ event_type }) => event_type)).toEqual(
      expect.arrayContaining(['purchase', 'later']),
    );
    for (const { batch } of after)
      for (const id of ['visitor_id', 'session_id', 'user_id']) expect(batch[id as never] ?? null).toBe(null);
    expect(onDevice()).not.toContain('user-77');
  });

  it.each(['retried', 'left'])('in another tab holds for what waits in a page that is %s', async (how) => {
    const { init, cookies, consentDefault, attribution, identify, track } = await visit('/?gclid=SECRET');
    init({ ...config, features: [cookies, consentDefault, attribution] });
    collector.answers('unreachable');
    identify('user-77');
    track('waits');
    if (how === 'retried') await soon();
    const before = collector.sent.length;
    // What a tab does that is told of a denial, and to remember it.
    for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
    localStorage.setItem('cvq_consent', '{"analytics_storage":"denied","ad_storage":"denied"}');
    collector.answers({ status: 202 });
    if (how === 'retried') await vi.advanceTimersByTimeAsync(30_000);
    else closePage();
    const after = collector.sent.slice(before).map(({ body }) => body);
    expect(after.join()).toContain('waits');
    expect(after.join()).not.toMatch(/visitor_id":"|session_id":"|user-77|SECRET/);
  });

  it('leaves records alone that only begin like ours', async () => {
    localStorage.setItem('cvqSettings', '1');
    localStorage.setItem('cvq.proj', '2');
    const { consent, start } = await visit();
    start();
    consent({ analytics_storage: 'denied' });
    expect(onDevice()).toBe('{"cvqSettings":"1","cvq.proj":"2"}');
  });
});

describe('a choice that is remembered', () => {
  it('holds on later pages, until it is changed or forgotten', async () => {
    const first = await visit('/?gclid=g');
    first.start();
    first.consent({ analytics_storage: 'denied', ad_storage: 'denied' }, { remember: true });
    first.track('seen');
    await soon();
    closePage();
    expect(onDevice()).toContain('cvq_consent');
    expect(onDevice()).not.toMatch(/gclid|cvq_ad/);
    const second = await visit();
    const startAll = (sdk: typeof second, more = {}) =>
      sdk.init({ ...config, ...more, features: [sdk.cookies, sdk.consentDefault, sdk.attribution] });
    startAll(second);
    second.track('seen');
    await soon();
    expect(collector.requests.at(-1)?.batch).toMatchObject({ consent: { ad_storage: 'denied' } });
    expect(collector.requests.at(-1)?.batch).not.toHaveProperty('visitor_id');
    second.consent({ analytics_storage: 'granted', ad_storage: 'granted' }, { remember: true });
    closePage();
    const third = await visit();
    startAll(third, { consent: 'denied' });
    third.track('seen');
    await soon();
    expect(collector.requests.at(-1)?.batch).toMatchObject({
      visitor_id: expect.any(String),
      consent: { analytics_storage: 'granted', ad_user_data: 'denied' },
    });
    third.consent({}, { remember: false });
    closePage();
    const fourth = await visit();
    startAll(fourth, { consent: 'denied' });
    fourth.track('seen');
    await soon();
    expect(collector.requests.at(-1)?.batch).not.toHaveProperty('visitor_id');
  });
});

describe('the default of the configuration', () => {
  it('is named where the feature that heeds it is missing', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { init } = await openPage();
    init({ ...config, consent: 'denied' });
    expect(warned.mock.calls.map(([text]) => text)).toEqual(['[cvq] missing-feature consent']);
  });

  it.each<[unknown, object]>([
    [
      'denied',
      {
        analytics_storage: 'denied',
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
      },
    ],
    ['ad_storage, ad_user_data', { ad_storage: 'denied', ad_user_data: 'denied' }],
    [
      { ad_storage: 'denied', other: 'denied', ad_user_data: 7 },
      { ad_storage: 'denied', ad_user_data: 'denied' },
    ],
  ])('%j denies until the visitor says otherwise', async (value, expected) => {
    const sdk = await visit('/?gclid=SECRET');
    sdk.init({
      ...config,
      consent: value as string,
      features: [sdk.cookies, sdk.consentDefault, sdk.attribution],
    });
    sdk.track('before');
    await soon();
    expect(collector.requests[0]?.batch.consent).toEqual(expected);
    expect(collector.sent[0]?.body).not.toContain('SECRET');
    sdk.consent({ analytics_storage: 'granted', ad_storage: 'granted' });
    sdk.track('after');
    await soon();
    expect(collector.requests.at(-1)?.batch.click_ids).toMatchObject({ gclid: { value: 'SECRET' } });
    expect(onDevice()).toContain('SECRET');
  });
});

describe('consent that is misspelt', () => {
  const all = (choice: string) =>
    Object.fromEntries(
      ['analytics_storage', 'ad_storage', 'ad_user_data', 'ad_personalization'].map((purpose) => [
        purpose,
        choice,
      ]),
    );

  it.each<[unknown, object, number]>([
    ['Denied', all('denied'), 0],
    [' denied ', all('denied'), 0],
    ['deny', all('denied'), 1],
    ['', all('denied'), 1],
    [7, all('denied'), 1],
    [false, all('denied'), 0],
    [['ad_storage'], { ad_storage: 'denied' }, 0],
    ['ad_storage adstorage', all('denied'), 1],
    [' Granted', all('granted'), 0],
    [{ ad_storage: false, ad_user_data: true }, { ad_storage: 'denied', ad_user_data: 'granted' }, 0],
    [
      { ad_storage: 'DENIED ', ad_user_data: ' Granted' },
      { ad_storage: 'denied', ad_user_data: 'granted' },
      0,
    ],
    [{ ad_storage: 'no', ad_user_data: null }, { ad_storage: 'denied', ad_user_data: 'denied' }, 2],
    [{ ad_storage: 'denied', ad_user_data: undefined }, { ad_storage: 'denied' }, 0],
    [{ ad_storage: 'granted', adUserData: 'denied' }, { ad_storage: 'granted' }, 1],
  ])('denies, and is named when it is not understood: %j', async (value, expected, warnings) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    for (const isCalled of [true, false]) {
      const sdk = await visit('/');
      sdk.init({
        ...config,
        ...(!isCalled && { consent: value as string }),
        features: [sdk.cookies, sdk.consentDefault, sdk.attribution],
      });
      if (isCalled) sdk.consent(value as 'denied');
      sdk.track('seen');
      await soon();
      expect(collector.requests.at(-1)?.batch.consent).toEqual(expected);
      const codes = warned.mock.calls.map(([text]: unknown[]) => `${text}`.split(' ')[1]);
      expect(codes).toEqual(Array(warnings).fill('bad-consent'));
      warned.mockClear();
      closePage();
    }
  });
});
