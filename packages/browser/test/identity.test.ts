// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { collector, config } from './fresh-visit.ts';
import { closePage, openPage, setCookie } from './open-page.ts';

const MINUTE = 60_000;

/** Visits a page, tracks an event on it, and says who the collector saw. */
async function visit() {
  const { init, track, cookies } = await openPage();
  init({ ...config, features: [cookies] });
  track('seen');
  await vi.advanceTimersByTimeAsync(100);
  const last = collector.requests.at(-1)?.batch;
  return { visitor: last?.visitor_id, session: last?.session_id, user: last?.user_id };
}

describe('the visitor', () => {
  it('is the same on the next page, a day and a year later', async () => {
    const { visitor } = await visit();
    expect(visitor).toMatch(/^\d{13}_\d+$/);
    await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE);
    expect((await visit()).visitor).toBe(visitor);
    await vi.advanceTimersByTimeAsync(364 * 24 * 60 * MINUTE);
    expect((await visit()).visitor).toBe(visitor);
  });

  it('is on the device as soon as the page is left, however early', async () => {
    const { init, track, cookies } = await openPage();
    init({ ...config, features: [cookies] });
    track('seen');
    expect(localStorage.getItem('cvq')).toBeNull();
    closePage();
    expect(document.cookie).toContain(encodeURIComponent(collector.requests[0]?.batch.visitor_id as string));
    expect((await visit()).visitor).toBe(collector.requests[0]?.batch.visitor_id);
  });

  it('is on the device before the first request of a tab in the background, so that tabs opened at once are one', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const seen: string[] = [];
    const sent = fetch as unknown as (...args: unknown[]) => unknown;
    vi.stubGlobal('fetch', (...args: unknown[]) => {
      seen.push(document.cookie);
      return sent(...args);
    });
    const { init, track, cookies } = await openPage();
    init({ ...config, features: [cookies] });
    track('seen');
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain(encodeURIComponent(collector.requests[0]?.batch.visitor_id as string));
  });

  it('survives the loss of either the cookie or localStorage in browsers of Apple, where cookies live for days', async () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
    const { visitor } = await visit();
    localStorage.clear();
    await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE);
    expect((await visit()).visitor).toBe(visitor);
    setCookie('cvq=;max-age=0');
    await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE);
    expect((await visit()).visitor).toBe(visitor);
  });

  it('is asked of the cookie alone where cookies last, so that the first view does not wait for localStorage', async () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Google Inc.');
    const { visitor } = await visit();
    const touch = vi.spyOn(window, 'localStorage', 'get');
    const { init, cookies } = await openPage();
    touch.mockClear();
    init({ ...config, features: [cookies], autoTrack: true });
    vi.advanceTimersByTime(100);
    expect(collector.named('pageview')).toHaveLength(1);
    expect(collector.requests.at(-1)?.batch.visitor_id).toBe(visitor);
    expect(touch).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(JSON.parse(localStorage.getItem('cvq') as string)[0]).toBe(visitor);
    setCookie('cvq=;max-age=0');
    expect((await visit()).visitor).not.toBe(visitor);
  });

  it('is new where the stored record is of another format', async () => {
    for (const record of ['{"v":1}', '["x","y"]', '[null,null,null]', 'not json']) {
      setCookie(`cvq=${encodeURIComponent(record)}`);
      expect((await visit()).visitor).toMatch(/^\d{13}_\d+$/);
    }
  });

  it('stays the same within the page where cookies and localStorage are refused', async () => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
    Object.defineProperty(document, 'cookie', { configurable: true, get: refuse, set: refuse });
    const { init, track } = await openPage();
    init(config);
    track('one');
    await vi.advanceTimersByTimeAsync(100);
    track('two');
    await vi.advanceTimersByTimeAsync(100);
    const [first, second] = collector.requests;
    expect(first?.batch.visitor_id).toBeTruthy();
    expect(second?.batch.visitor_id).toBe(first?.batch.visitor_id);
    expect(second?.batch.session_id).toBe(first?.batch.session_id);
    Reflect.deleteProperty(document, 'cookie');
  });
});

describe('a record of an earlier version', () => {
  it('keeps its visitor, session and user, and is written in the new form', async () => {
    const now = Date.now();
    const record = [`${now - 60_000}_12345`, `${now - 50_000}_678`, 'jörg', now - 40_000];
    setCookie(`cvq=${escape(JSON.stringify(record))}`);
    const { visitor, session, user } = await visit();
    expect([visitor, session, user]).toEqual(record.slice(0, 3));
    await vi.advanceTimersByTimeAsync(300);
    expect(JSON.parse(localStorage.getItem('cvq') as string)).toEqual([record[0]]);
    expect(JSON.parse(localStorage.getItem('cvq_s') as string)).toEqual([record[1], 'jörg', now]);
    for (const cookie of document.cookie.split('; ')) expect(() => decodeURIComponent(cookie)).not.toThrow();
    expect(await visit()).toEqual({ visitor, session, user });
  });
});

describe('a stored record that no collector would take', () => {
  it.each([
    ['a visitor of 402 characters', [`1${'2'.repeat(400)}_1`, '1_1', null, 1]],
    ['an object as a visitor', [{ a: 1 }, { a: 1 }, { a: 1 }, {}]],
    ['a visitor that only begins like one', ['1795255200000_1; Path=/evil', 'x', 'u', 1]],
  ])('is forgotten: %s', async (_what, record) => {
    localStorage.setItem('cvq', JSON.stringify(record));
    const { visitor, session, user } = await visit();
    expect(visitor).toMatch(/^\d{13}_\d+$/);
    expect(session).toMatch(/^\d{13}_\d+$/);
    expect(user).toBeNull();
  });

  it.each([
    ['an object', { a: 1 }],
    ['longer than any id', 'x'.repeat(257)],
    ['the text of nothing', 'undefined'],
    ['a text with a NUL', 'a\0b'],
  ])('loses its user alone where that is %s', async (_what, user) => {
    const now = Date.now();
    localStorage.setItem('cvq', JSON.stringify([`${now}_1`]));
    localStorage.setItem('cvq_s', JSON.stringify([`${now}_2`, user, now]));
    expect(await visit()).toEqual({ visitor: `${now}_1`, session: `${now}_2`, user: null });
  });
});

describe('identify', () => {
  const nobody = [
    undefined,
    null,
    Number.NaN,
    {},
    [],
    true,
    '',
    '  ',
    'undefined',
    'NULL',
    'NaN',
    '[object Object]',
    'guest',
    '0',
  ];
  it.each([...nobody, () => 'u', 'x'.repeat(257), 'a\ud800'])(
    'takes %j for no user id, keeps who was known, and warns',
    async (id) => {
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const { init, identify, track, getUserId } = await openPage();
      init(config);
      identify('u_1');
      identify(id as string, { plan: 'x' });
      track('seen');
      await vi.advanceTimersByTimeAsync(100);
      expect(getUserId()).toBe('u_1');
      expect(collector.named('identify')).toHaveLength(1);
      expect(new Set(collector.requests.map(({ batch }) => batch.user_id))).toEqual(new Set(['u_1']));
      expect(warned.mock.calls[0]?.[0]).toContain('bad-user-id');
    },
  );

  it('never says a token on the console', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { init, identify } = await openPage();
    init(config);
    identify(`eyJ${'x'.repeat(300)}`);
    expect(warned.mock.calls[0]?.[0]).toBe('[cvq] bad-user-id of 303 characters');
  });

  it('takes a number', async () => {
    const { init, identify, getUserId } = await openPage();
    init(config);
    identify(1042 as unknown as string);
    expect(getUserId()).toBe('1042');
  });
});

describe('the last activity', () => {
  it('is written at most once a minute when nothing else changed, and when the page is left', async () => {
    const { init, track } = await openPage();
    init(config);
    track('first');
    await vi.advanceTimersByTimeAsync(300);
    const write = vi.spyOn(Storage.prototype, 'setItem');
    const written = () => write.mock.calls.filter(([name]) => name.startsWith('cvq') && !name.includes('.'));
    for (let i = 0; i < 40; i++) {
      track('seen');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(written()).toEqual([]);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(written().map(([name]) => name)).toEqual(['cvq_s']);
    track('last');
    const at = Date.now();
    closePage();
    expect(JSON.parse(localStorage.getItem('cvq_s') as string)[2]).toBe(at);
  });

  it('counts to the millisecond on the page itself before the device knows of it', async () => {
    const first = await visit();
    await vi.advanceTimersByTimeAsync(30_000);
    const { init, track } = await openPage();
    init(config);
    track('one');
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    track('two');
    await vi.advanceTimersByTimeAsync(100);
    expect(collector.requests.at(-1)?.batch.session_id).toBe(first.session);
  });
});

describe('the session', () => {
  it('continues at exactly 30 minutes of inactivity and ends after', async () => {
    const first = await visit();
    await vi.advanceTimersByTimeAsync(30 * MINUTE - 100);
    const second = await visit();
    expect(second.session).toBe(first.session);
    await vi.advanceTimersByTimeAsync(30 * MINUTE - 99);
    const third = await visit();
    expect(third.session).not.toBe(first.session);
    expect(third.visitor).toBe(first.visitor);
  });

  it('ends after 24 hours without a pause', async () => {
    const first = await visit();
    for (let i = 0; i < 48; i++) {
      await vi.advanceTimersByTimeAsync(30 * MINUTE - 100);
      expect((await visit()).session).toBe(first.session);
    }
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect((await visit()).session).not.toBe(first.session);
  });

  it('does not last for ever when a clock that was years ahead is set right', async () => {
    vi.setSystemTime(Date.UTC(2031, 0, 1));
    const first = await visit();
    vi.setSystemTime(Date.UTC(2026, 10, 21, 12));
    expect((await visit()).session).not.toBe(first.session);
  });

  it('is told by getSessionId, which does not keep it alive', async () => {
    const { init, track, getSessionId } = await openPage();
    init(config);
    track('seen');
    await vi.advanceTimersByTimeAsync(100);
    const session = collector.requests[0]?.batch.session_id;
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    expect(getSessionId()).toBe(session);
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    expect(getSessionId()).not.toBe(session);
  });
});
