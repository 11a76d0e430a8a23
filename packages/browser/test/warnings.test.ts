// @vitest-environment jsdom
import { SDK_WARNINGS } from '@cvq/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import './fresh-visit.ts';
import { openPage } from './open-page.ts';

const config = { apiKey: 'proj_test', endpoint: 'https://collector.test', autoTrack: false };
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
