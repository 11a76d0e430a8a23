// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { collector } from './fresh-visit.ts';
import { closePage, openPage, setCookie } from './open-page.ts';

const config = { apiKey: 'proj_test', endpoint: 'https://collector.test' };
const MINUTE = 60_000;

beforeEach(() => {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Google Inc.');
});

async function visit() {
  const { Service } = await openPage();
  Service.init(config);
  await vi.advanceTimersByTimeAsync(400);
  return Service;
}

/** An event that rests in localStorage, from a page whose requests got no answer and whose beacon was lost. */
async function leaveEventBehind(): Promise<string> {
  collector.answers('unreachable');
  const service = await visit();
  service.track('left behind');
  await vi.advanceTimersByTimeAsync(400);
  closePage();
  collector.answers({ status: 202 });
  return document.cookie;
}

function dropCookies(): void {
  for (const name of ['cvq', 'cvq_s']) setCookie(`${name}=;max-age=0`);
}

const isDelivered = () => collector.named('left behind').length > 0;

describe('the first page of a new visitor, where cookies last', () => {
  it.each([
    ['it is left', () => closePage()],
    ['it is a minute old', () => vi.advanceTimersByTimeAsync(MINUTE)],
  ])('does not touch localStorage until %s', async (_, happen) => {
    const touch = vi.spyOn(window, 'localStorage', 'get');
    await visit();
    expect(collector.named('pageview')).toHaveLength(1);
    expect(document.cookie).toMatch(/cvq=.*cvq_s=/);
    expect(touch).not.toHaveBeenCalled();
    await happen();
    touch.mockRestore();
    expect(JSON.parse(localStorage.getItem('cvq') ?? '')).toEqual([collector.requests[0]?.batch.visitor_id]);
  });

  it('asks for no cookie again when the request that is answered carried none', async () => {
    const { Service } = await openPage();
    Service.init(config);
    const read = vi.spyOn(Document.prototype, 'cookie', 'get');
    await vi.advanceTimersByTimeAsync(400);
    // Before the view, before the visitor is written, and to see whether that was taken.
    expect(read.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('leaves no copy of what another tab has taken away meanwhile', async () => {
    await visit();
    dropCookies();
    setCookie('no_cvq=true@');
    closePage();
    expect(localStorage.getItem('cvq')).toBeNull();
  });

  it('keeps an opt-out in localStorage at once', async () => {
    const service = await visit();
    service.optOut();
    expect(localStorage.getItem('no_cvq')).toBe('true');
    closePage();
    expect(localStorage.getItem('cvq')).toBeNull();
  });
});

describe('what an earlier page has left behind', () => {
  it('is taken over at once for a visitor who comes again', async () => {
    await leaveEventBehind();
    await visit();
    expect(isDelivered()).toBe(true);
  });

  it('is taken over after ten seconds where the cookies of the visitor have gone', async () => {
    await leaveEventBehind();
    dropCookies();
    await visit();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isDelivered()).toBe(true);
  });

  it('is taken over at once where the page takes no cookies', async () => {
    await leaveEventBehind();
    dropCookies();
    Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: () => {} });
    await visit();
    Reflect.deleteProperty(document, 'cookie');
    expect(isDelivered()).toBe(true);
  });
});
