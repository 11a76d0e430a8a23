// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { collector } from './fresh-visit.ts';
import { closePage, forgetVisitor, openPage, setCookie } from './open-page.ts';

const config = { apiKey: 'proj_test', endpoint: 'https://collector.test' };

afterEach(() => {
  Reflect.deleteProperty(navigator, 'doNotTrack');
  Reflect.deleteProperty(navigator, 'globalPrivacyControl');
});

describe('a visitor who asks not to be tracked', () => {
  const signals = [{ doNotTrack: '1' }, { globalPrivacyControl: true }];

  it.each(signals)('is not, with respectDNT: no request, nothing kept (%o)', async (signal) => {
    for (const [name, value] of Object.entries(signal)) {
      Object.defineProperty(navigator, name, { configurable: true, value });
    }
    const { init, page, track, getSessionId } = await openPage();
    init({ ...config, respectDNT: true });
    page();
    track('seen');
    expect(getSessionId()).toBe('');
    await vi.advanceTimersByTimeAsync(1_000);
    closePage();
    expect(collector.requests).toEqual([]);
    expect(document.cookie).toBe('');
    expect(localStorage).toHaveLength(0);
  });

  it('has done what is due also for them, where another feature is none', async () => {
    Object.defineProperty(navigator, 'doNotTrack', { configurable: true, value: '1' });
    const { init } = await openPage();
    const whenUntracked = vi.fn();
    const feature = Object.assign(vi.fn(), { whenUntracked });
    init({ ...config, respectDNT: true, features: [undefined as never, feature] });
    expect(whenUntracked).toHaveBeenCalledOnce();
    expect(feature).not.toHaveBeenCalled();
  });

  it('loses what an earlier visit left, of ours and nothing else', async () => {
    const first = await openPage('/?gclid=g');
    collector.answers('unreachable');
    first.init({ ...config, features: [first.cookies, first.attribution] });
    first.identify('u_1');
    await vi.advanceTimersByTimeAsync(1_000);
    closePage();
    expect(document.cookie + Object.keys(localStorage)).toMatch(/cvq_ad.*cvq\.proj_test\./);
    localStorage.setItem('cvqSettings', 'of the host');
    setCookie('cvqTheme=dark');
    Object.defineProperty(navigator, 'globalPrivacyControl', { configurable: true, value: true });
    const second = await openPage();
    second.init({ ...config, respectDNT: true, features: [second.cookies] });
    expect(document.cookie).toBe('cvqTheme=dark');
    expect({ ...localStorage }).toEqual({ cvqSettings: 'of the host' });
    setCookie('cvqTheme=;max-age=0');
  });

  it('is recorded as sending Global Privacy Control, which denies nothing by itself', async () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { configurable: true, value: true });
    const { init } = await openPage();
    init(config);
    await vi.advanceTimersByTimeAsync(300);
    expect(collector.requests[0]?.batch).toMatchObject({ gpc: true, visitor_id: expect.any(String) });
  });

  it('is tracked without respectDNT', async () => {
    Object.defineProperty(navigator, 'doNotTrack', { configurable: true, value: '1' });
    const { init } = await openPage();
    init(config);
    await vi.advanceTimersByTimeAsync(300);
    expect(collector.named('pageview')).toHaveLength(1);
  });
});

describe('before init', () => {
  it('nothing is kept, whatever is called', async () => {
    const { getSessionId, track, page } = await openPage();
    track('early');
    page();
    expect(getSessionId()).toBe('');
    expect(document.cookie).toBe('');
    expect(localStorage).toHaveLength(0);
  });
});

describe('a tab that is open while another hears the visitor', () => {
  const start = async () => {
    const sdk = await openPage('/?gclid=g');
    sdk.init({
      ...config,
      autoTrack: false,
      features: [sdk.cookies, sdk.consentDefault, sdk.attribution],
    });
    sdk.track('before');
    await vi.advanceTimersByTimeAsync(300);
    return sdk;
  };
  /** What the other tab leaves on the device. */
  const leave = (record: string, text: string) => {
    forgetVisitor();
    localStorage.setItem(record, text);
    setCookie(`${record}=${encodeURIComponent(text)}@`);
  };
  const onDevice = () => [
    ...document.cookie.split('; ').map((cookie) => cookie.split('=')[0]),
    ...Object.keys(localStorage),
  ];

  it('tracks and keeps nothing more after an opt-out', async () => {
    const { track, identify } = await start();
    leave('no_cvq', 'true');
    identify('u_1');
    track('after');
    await vi.advanceTimersByTimeAsync(300);
    closePage();
    expect(collector.events().map((event) => event.event_type)).toEqual(['before']);
    expect(onDevice()).toEqual(['no_cvq', 'no_cvq']);
  });

  it('keeps and tells no more than a remembered choice allows, also where it was granted here', async () => {
    const { track, consent } = await start();
    consent({ analytics_storage: 'granted', ad_storage: 'granted' }, { remember: true });
    track('granted');
    await vi.advanceTimersByTimeAsync(300);
    expect(collector.requests.at(-1)?.batch.click_ids).toBeTruthy();
    leave('cvq_consent', JSON.stringify({ analytics_storage: 'denied', ad_storage: 'denied' }));
    track('after');
    await vi.advanceTimersByTimeAsync(300);
    closePage();
    const { batch } = collector.requests.at(-1) ?? {};
    expect(batch).toMatchObject({ consent: { analytics_storage: 'denied', ad_storage: 'denied' } });
    expect(batch).not.toHaveProperty('visitor_id');
    expect(batch).not.toHaveProperty('click_ids');
    expect(onDevice()).toEqual(['cvq_consent', 'cvq_consent']);
  });

  const withdrawals = [
    ['no_cvq', 'true'],
    ['cvq_consent', JSON.stringify({ analytics_storage: 'denied' })],
  ] as const;

  it.each(withdrawals)('brings nothing back that %s has taken away, after a denial here', async (...wish) => {
    const { identify, consent } = await start();
    identify('u_1');
    consent({ ad_storage: 'denied' });
    await vi.advanceTimersByTimeAsync(300);
    leave(...wish);
    for (const later of [6_000, 20_000]) {
      await vi.advanceTimersByTimeAsync(later);
      expect(onDevice()).toEqual([wish[0], wish[0]]);
    }
    closePage();
    expect(onDevice()).toEqual([wish[0], wish[0]]);
  });

  it('brings nothing back when it is told of a consent before it has looked', async () => {
    const { identify, consent } = await start();
    identify('u_1');
    await vi.advanceTimersByTimeAsync(300);
    leave('no_cvq', 'true');
    consent({ ad_storage: 'denied' });
    await vi.advanceTimersByTimeAsync(300);
    expect(onDevice()).toEqual(['no_cvq', 'no_cvq']);
  });

  /** The other tab opts in again, and has a new visitor. */
  const optInThere = () => {
    forgetVisitor();
    for (const [name, text] of [
      ['cvq', JSON.stringify([`${Date.now()}_1`])],
      ['cvq_s', JSON.stringify([`${Date.now()}_2`, null, Date.now()])],
    ] as const) {
      localStorage.setItem(name, text);
      setCookie(`${name}=${encodeURIComponent(text)}@`);
    }
  };

  it.each(['there', 'here'])('does not undo the end of an opt-out that was said %s', async (where) => {
    const { track, optOut } = await start();
    if (where === 'here') optOut();
    else leave('no_cvq', 'true');
    track('opted out');
    await vi.advanceTimersByTimeAsync(300);
    expect(onDevice()).toEqual(['no_cvq', 'no_cvq']);
    optInThere();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(onDevice()).toEqual(['cvq', 'cvq_s', 'cvq', 'cvq_s']);
  });

  it.each(['there', 'here'])(
    'tracks again, as the new visitor, once an opt-out has ended that was said %s',
    async (where) => {
      const { identify, track, optOut } = await start();
      identify('u_1');
      await vi.advanceTimersByTimeAsync(300);
      if (where === 'here') optOut();
      else leave('no_cvq', 'true');
      track('opted out');
      // Cookies are read once in a task.
      await vi.advanceTimersByTimeAsync(1);
      optInThere();
      const visitor = `${Date.now()}_1`;
      track('opted in');
      await vi.advanceTimersByTimeAsync(300);
      expect(collector.events().map((event) => event.event_type)).toEqual(['before', 'identify', 'opted in']);
      expect(collector.requests.at(-1)?.batch).toMatchObject({ visitor_id: visitor, user_id: null });
    },
  );

  it('that was opened under an opt-out tracks once that has ended', async () => {
    leave('no_cvq', 'true');
    const { track } = await start();
    optInThere();
    track('opted in');
    await vi.advanceTimersByTimeAsync(300);
    expect(collector.events().map((event) => event.event_type)).toEqual(['opted in']);
  });

  it('heeds no consent of its own in place of the opt-out', async () => {
    const { optOut, consent, identify } = await start();
    optOut();
    consent('granted');
    identify('u_1');
    await vi.advanceTimersByTimeAsync(300);
    closePage();
    expect(onDevice()).toEqual(['no_cvq', 'no_cvq']);
  });

  it('stays opted out where nothing takes the wish', async () => {
    const { optOut, track } = await start();
    Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: () => {} });
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    optOut();
    await vi.advanceTimersByTimeAsync(300);
    track('after');
    await vi.advanceTimersByTimeAsync(300);
    Reflect.deleteProperty(document, 'cookie');
    expect(collector.events().map((event) => event.event_type)).toEqual(['before']);
  });
});
