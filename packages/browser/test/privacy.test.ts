// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCollector } from './fake-collector.ts';
import { closePage, forgetVisitor, openPage, setCookie } from './open-page.ts';

const config = { apiKey: 'proj_test', endpoint: 'https://collector.test' };
let collector: ReturnType<typeof fakeCollector>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 10) });
  forgetVisitor();
  collector = fakeCollector();
});
afterEach(() => {
  closePage();
  vi.useRealTimers();
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
