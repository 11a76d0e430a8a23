// @vitest-environment jsdom
import { SDK_WARNINGS } from '@cvq/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { collector, config } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

let warned: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const warnings = () => warned.mock.calls.map(([text]: unknown[]) => text);

describe('warn', () => {
  it('names a mistake once for each subject, with the place in the docs', async () => {
    const { init } = await openPage();
    const { warn } = await import('../src/core/warn.ts');
    init(config);
    for (let i = 0; i < 3; i++) warn('not-a-number', 'price', '12,50');
    warn('not-a-number', 'value');
    expect(warned.mock.calls).toEqual([
      ['[cvq] not-a-number price', '12,50', 'https://collector.test/docs/sdk#not-a-number'],
      ['[cvq] not-a-number value', 'https://collector.test/docs/sdk#not-a-number'],
    ]);
  });

  it('asks the collector for what a warning means in debug mode alone', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return { json: async () => SDK_WARNINGS };
    });
    const { debug, init } = await openPage();
    const { warn } = await import('../src/core/warn.ts');
    init(config);
    warn('bad-currency', 'quiet');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual([]);
    debug(true);
    warn('bad-currency', 'loud');
    warn('bad-currency', 'loud');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['https://collector.test/sdk.warnings.json']);
    expect(warnings().slice(1)).toEqual([
      '[cvq] bad-currency loud',
      '[cvq] bad-currency loud',
      `[cvq] bad-currency: ${SDK_WARNINGS['bad-currency']}`,
    ]);
  });

  it('throws nothing into a page whose console throws', async () => {
    const { init } = await openPage();
    const { warn } = await import('../src/core/warn.ts');
    init(config);
    warned.mockImplementation(() => {
      throw new Error('no console');
    });
    expect(() => warn('no-key')).not.toThrow();
  });
});

it('points at the docs of the collector from the first warning on', async () => {
  const { init } = await openPage();
  init({ ...config, colour: 'red' } as typeof config);
  expect(warned.mock.calls).toEqual([
    ['[cvq] unknown-option colour', 'https://collector.test/docs/sdk#unknown-option'],
  ]);
});

describe('what the collector will not count', () => {
  it('is named in debug mode, once for each reason', async () => {
    const excluded = [
      { index: 0, reason: 'bot' },
      { index: 1, reason: 'bot' },
    ];
    collector.answers({
      status: 202,
      text: JSON.stringify({ accepted: 1, duplicates: 0, rejected: [], excluded }),
    });
    const { init, track, debug } = await openPage();
    vi.spyOn(console, 'log').mockImplementation(() => {});
    init(config);
    const trackAlone = async () => {
      track('seen');
      await vi.advanceTimersByTimeAsync(1_000);
    };
    await trackAlone();
    expect(collector.requests.at(-1)?.batch.debug).toBeUndefined();
    expect(warnings()).toEqual([]);
    debug(true);
    await trackAlone();
    await trackAlone();
    expect(collector.requests.at(-1)?.batch.debug).toBe(true);
    expect(warnings()).toEqual(['[cvq] excluded bot']);
  });
});
