// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
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
