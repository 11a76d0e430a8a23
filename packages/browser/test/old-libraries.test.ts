// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collector } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

const config = { apiKey: 'proj_test', endpoint: 'https://collector.test' };

it('a page whose Date.now makes an object, as datejs has it, is tracked with ids like every other', async () => {
  const { init, track, getSessionId } = await openPage();
  vi.spyOn(Date, 'now').mockImplementation(() => new Date() as unknown as number);
  collector.answers({ status: 503 });
  init(config);
  track('seen');
  await vi.advanceTimersByTimeAsync(300);
  const ids = collector.events().map(({ id }) => id);
  expect(ids).toHaveLength(2);
  for (const id of ids) expect(id).toMatch(/^evt_1795255200\d{3}_\d+$/);
  expect(getSessionId()).toMatch(/^1795255200\d{3}_\d+$/);
  expect(Object.keys(localStorage).filter((name) => name.startsWith('cvq.'))).toEqual([
    expect.stringMatching(/^cvq\.proj_test\.\d+_\d+$/),
  ]);
});

describe('a page that has replaced what the browser has', () => {
  const own = { Promise, setTimeout };
  const rejected = vi.fn();

  beforeEach(() => {
    rejected.mockClear();
    process.on('unhandledRejection', rejected);
  });

  afterEach(() => {
    process.off('unhandledRejection', rejected);
    Object.assign(globalThis, own);
  });

  it.each<[string, (page: typeof globalThis) => void]>([
    ['by a Promise without race', (page) => Object.assign(page, { Promise: OldPromise })],
    [
      'by timers that pass no arguments on',
      (page) => {
        const { setTimeout: theirs } = page;
        Object.assign(page, { setTimeout: (task: () => void, delayMs: number) => theirs(task, delayMs) });
      },
    ],
  ])('%s, is tracked, and hears of nothing that fails', async (_how, replace) => {
    const { init, track, cookies } = await openPage();
    const fakes = { setTimeout: globalThis.setTimeout };
    replace(globalThis);
    collector.answers('silent');
    init({ ...config, autoTrack: false, features: [cookies] });
    track('seen');
    await vi.advanceTimersByTimeAsync(5_000);
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(60_000);
    track('again');
    await vi.advanceTimersByTimeAsync(300);
    Object.assign(globalThis, { Promise: own.Promise }, fakes);
    expect(new Set(collector.events().map(({ event_type }) => event_type))).toEqual(
      new Set(['seen', 'again']),
    );
    expect(rejected).not.toHaveBeenCalled();
  });

  it.each([undefined, null])(
    'by %s for its title and where the visitor comes from, is tracked',
    async (value) => {
      const { init, track } = await openPage();
      for (const name of ['title', 'referrer'])
        Object.defineProperty(document, name, { get: () => value, configurable: true });
      init(config);
      track('seen');
      await vi.advanceTimersByTimeAsync(2_000);
      for (const name of ['title', 'referrer']) Reflect.deleteProperty(document, name);
      expect(collector.events().map(({ event_type }) => event_type)).toEqual(['seen', 'pageview']);
      expect(collector.events()[0]?.context).toMatchObject({ title: '', referrer: '' });
    },
  );

  it('tries again what it could not send, since something of the page failed', async () => {
    const { init, track } = await openPage();
    init({ ...config, autoTrack: false });
    track('seen');
    const { prototype } = Date;
    const broken = vi.spyOn(prototype, 'toISOString').mockImplementation(() => {
      throw new Error('of the page');
    });
    await vi.advanceTimersByTimeAsync(300);
    expect(collector.requests).toHaveLength(0);
    broken.mockRestore();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(collector.named('seen')).toHaveLength(1);
    expect(rejected).not.toHaveBeenCalled();
  });
});

/** As libraries had it before the language did. */
const OldPromise = Object.assign(class<Value> extends Promise<Value> {}, { race: undefined });
