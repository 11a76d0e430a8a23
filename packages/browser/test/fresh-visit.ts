import { afterEach, beforeEach, vi } from 'vitest';
import { fakeCollector } from './fake-collector.ts';
import { closePage, forgetVisitor } from './open-page.ts';

/** The configuration of a page that tracks nothing by itself. */
export const config = { apiKey: 'proj_test', endpoint: 'https://collector.test', autoTrack: false };

/** Lets what was tracked be sent. */
export const soon = () => vi.advanceTimersByTimeAsync(300);

/** The collector of the test that runs. To import it makes each test of a file begin with a new visitor, at a fixed time. */
export let collector: ReturnType<typeof fakeCollector>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 10) });
  forgetVisitor();
  collector = fakeCollector();
});

afterEach(() => {
  closePage();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
