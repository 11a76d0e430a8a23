// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCollector } from './fake-collector.ts';
import { closePage, forgetVisitor, openPage } from './open-page.ts';

let collector: ReturnType<typeof fakeCollector>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 10) });
  forgetVisitor();
  collector = fakeCollector();
});
afterEach(() => {
  closePage();
  Reflect.deleteProperty(navigator, 'webdriver');
  vi.useRealTimers();
});

async function headWith(options: object, webdriver = false): Promise<object | undefined> {
  Object.defineProperty(navigator, 'webdriver', { configurable: true, value: webdriver });
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
