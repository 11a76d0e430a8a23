// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { collector } from './fresh-visit.ts';
import { closePage, forgetVisitor, openPage } from './open-page.ts';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'webdriver');
  Reflect.deleteProperty(Navigator.prototype, 'webdriver');
});

/** A getter that looks like one of the browser's own. */
const asNative = (getter: () => boolean) => getter.bind(null);

async function headWith(options: object, webdriver = false): Promise<object | undefined> {
  Object.defineProperty(Navigator.prototype, 'webdriver', {
    configurable: true,
    get: asNative(() => webdriver),
  });
  const { init, track, bots } = await openPage();
  init({ apiKey: 'proj_test', endpoint: 'https://c.test', autoTrack: false, features: [bots], ...options });
  track('seen');
  await vi.advanceTimersByTimeAsync(300);
  const { body } = collector.sent.at(-1) ?? {};
  return body && JSON.parse(body);
}

describe('the signs of a bot', () => {
  it('are told by their names, and by nothing where there are none', async () => {
    expect(await headWith({}, true)).toMatchObject({ signals: ['webdriver'] });
    expect(await headWith({})).not.toHaveProperty('signals');
  });

  it('name a browser that hides what drives it, in one way or the other', async () => {
    Object.defineProperty(navigator, 'webdriver', { configurable: true, get: () => false });
    expect(await headWith({})).toMatchObject({ signals: ['webdriver_faked'] });
    Reflect.deleteProperty(navigator, 'webdriver');
    closePage();
    forgetVisitor();
    const { init, track, bots } = await openPage();
    Object.defineProperty(Navigator.prototype, 'webdriver', { configurable: true, get: () => undefined });
    init({ apiKey: 'proj_test', endpoint: 'https://c.test', autoTrack: false, features: [bots] });
    track('seen');
    await vi.advanceTimersByTimeAsync(300);
    expect(JSON.parse(collector.sent.at(-1)?.body ?? '')).toMatchObject({ signals: ['webdriver_hidden'] });
  });

  const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36';
  const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36';
  const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';

  it.each([
    ['Windows on Linux', WINDOWS, 'Linux x86_64', ['platform']],
    ['macOS on Windows', MAC, 'Win32', ['platform']],
    ['Windows', WINDOWS, 'Win32', undefined],
    ['Ubuntu', LINUX.replace('Linux', 'Ubuntu; Linux'), 'Linux x86_64', undefined],
    ['a phone of Android that asks for pages of desktops', LINUX, 'Linux armv81', undefined],
    ['the same, as some makers write it', MAC, 'Linux aarch64', undefined],
    ['a phone that is docked to a screen', LINUX, 'Linux armv8l', undefined],
    ['an iPad that asks for pages of desktops', MAC, 'MacIntel', undefined],
    ['an iPhone that asks for pages of desktops', MAC, 'iPhone', undefined],
    ['ChromeOS', 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36', 'Linux x86_64', undefined],
    [
      'a phone of Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36',
      'Linux armv81',
      undefined,
    ],
    ['an emulated phone', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36', 'Win32', undefined],
    ['a browser that tells no platform', WINDOWS, '', undefined],
  ])('tell %s by its user agent and its platform', async (_, userAgent, platform, signals) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
    expect((await headWith({})) as object).toEqual(
      signals
        ? expect.objectContaining({ signals })
        : expect.not.objectContaining({ signals: expect.anything() }),
    );
  });

  it.each([
    ['of 800 by 600', [800, 600], [780, 580], ['screen']],
    ['that the page fills', [1280, 720], [1280, 720], ['screen']],
    ['with a window in it', [1280, 720], [1280, 640], undefined],
  ])('tell a screen %s, and stay no reason to be silent', async (_, [width, height], [w, h], signals) => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('Win32');
    vi.spyOn(screen, 'width', 'get').mockReturnValue(width as number);
    vi.spyOn(screen, 'height', 'get').mockReturnValue(height as number);
    Object.assign(window, { innerWidth: w, innerHeight: h });
    expect(((await headWith({ trackBots: false })) as { signals?: string[] }).signals).toEqual(signals);
  });

  it('keep a page silent that wants no bots tracked', async () => {
    expect(await headWith({ trackBots: false }, true)).toBeUndefined();
    expect(await headWith({ trackBots: false })).toMatchObject({ track_bots: false });
  });

  it('come with what the page wants of bots only where that is not the default', async () => {
    expect(await headWith({ filterBots: false }, true)).toMatchObject({
      filter_bots: false,
      signals: ['webdriver'],
    });
    const head = await headWith({ filterBots: true, trackBots: true });
    expect(head).not.toHaveProperty('filter_bots');
    expect(head).not.toHaveProperty('track_bots');
  });
});
