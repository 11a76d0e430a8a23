// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collector } from './fresh-visit.ts';
import { closePage, forgetVisitor, openPage, setCookie } from './open-page.ts';

const DAY = 86_400_000;
/** Cookies know no ports: a collector beside the page, on its host. */
const BESIDE = 'http://localhost:4000';
/** How each request was to be made. */
let credentials: unknown[];
/** Stands for a collector or a proxy that lets nobody send cookies: the browser hides its answers. */
let isAllowed: boolean;

beforeEach(() => {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Google Inc.');
  credentials = [];
  isAllowed = true;
  const fetched = fetch as unknown as (url: string, request: RequestInit) => Promise<Response>;
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    credentials.push(request.credentials);
    const answer = await fetched(url, request);
    if (request.credentials === 'include' && !isAllowed) throw new TypeError('Failed to fetch');
    return answer;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function visit(endpoint = BESIDE, path = '/') {
  const sdk = await openPage(path);
  sdk.init({
    apiKey: 'proj_test',
    endpoint,
    autoTrack: false,
    features: [sdk.cookies, sdk.attribution],
  });
  sdk.track('seen');
  await vi.advanceTimersByTimeAsync(400);
  return sdk;
}

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

describe('a collector that shares the site', () => {
  it('is sent cookies as soon as there are some', async () => {
    await visit();
    expect(credentials).toEqual(['same-origin']);
    await visit();
    expect(credentials).toEqual(['same-origin', 'include']);
  });

  it("is sent them with the first request in browsers of Apple, where a script's cookie lives for days", async () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
    await visit();
    expect(credentials).toEqual(['include']);
    expect(decodeURIComponent(document.cookie)).toContain(collector.requests[0]?.batch.visitor_id);
  });

  it.each(['https://collector.test', 'http://localhost.evil.test', 'http://notlocalhost:4000'])(
    'is none at %s, which is sent none',
    async (endpoint) => {
      await visit(endpoint);
      await visit(endpoint);
      expect(new Set(credentials)).toEqual(new Set(['same-origin']));
    },
  );

  it('that does not allow cookies costs one repeated request a day, and no event', async () => {
    isAllowed = false;
    await visit();
    credentials = [];
    await visit();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(credentials).toEqual(['include', 'same-origin']);
    const ids = collector.named('seen').map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    await visit();
    await visit();
    expect(credentials).toEqual(['include', 'same-origin', 'same-origin', 'same-origin']);
    await vi.advanceTimersByTimeAsync(DAY);
    await visit();
    expect(credentials.at(4)).toBe('include');
  });

  it('is asked again soon where the network was at fault', async () => {
    await visit();
    credentials = [];
    collector.answers('unreachable');
    await visit();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(credentials.slice(0, 2)).toEqual(['include', 'same-origin']);
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(60_000);
    credentials = [];
    await visit();
    expect(credentials).toEqual(['include']);
  });

  it('is sent none once the visitor denied storage', async () => {
    await visit();
    const sdk = await visit();
    sdk.consent({ analytics_storage: 'denied' });
    sdk.track('denied');
    await vi.advanceTimersByTimeAsync(400);
    expect(credentials.at(-1)).toBe('same-origin');
  });

  it('cannot bring back what the visitor withdrew while its answer was on the way', async () => {
    const { consent, track, optOut } = await visit();
    const renewed = document.cookie.split('; ');
    const renew = () => {
      for (const pair of renewed) setCookie(pair);
    };
    for (const withdraw of [() => consent({ analytics_storage: 'denied' }), optOut]) {
      track('on the way');
      await vi.advanceTimersByTimeAsync(99);
      const answered = fetch as unknown as (...args: unknown[]) => Promise<unknown>;
      vi.stubGlobal('fetch', async (...args: unknown[]) => {
        const answer = await answered(...args);
        withdraw();
        renew();
        return answer;
      });
      await vi.advanceTimersByTimeAsync(10);
      expect(cookie('cvq')).toBeUndefined();
      vi.stubGlobal('fetch', answered);
      consent({ analytics_storage: 'granted' });
    }
  });
});

describe('a withdrawal while a request with cookies is on its way', () => {
  type Sdk = Awaited<ReturnType<typeof visit>>;
  const withdrawals: [string, (sdk: Sdk) => void][] = [
    ['opt-out', (sdk) => sdk.optOut()],
    ['denial', (sdk) => sdk.consent({ analytics_storage: 'denied' })],
    ['remembered denial', (sdk) => sdk.consent('denied', { remember: true })],
  ];

  /** A page with a request on its way, which the test answers. */
  async function waiting() {
    await visit();
    const sdk = await visit();
    const renewed = `cvq=${cookie('cvq')}!`;
    const answered = fetch as unknown as (url: string, request: RequestInit) => Promise<Response>;
    const sent: RequestInit[] = [];
    let answer = (_how: 'well' | 'badly') => {};
    vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
      sent.push(request);
      if (sent.length > 1) return answered(url, request);
      return new Promise((resolve, reject) => {
        request.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        answer = (how) => {
          setCookie(renewed);
          if (how === 'well') resolve(answered(url, request));
          else reject(new TypeError('Failed to fetch'));
        };
      });
    });
    sdk.track('on the way');
    await vi.advanceTimersByTimeAsync(110);
    return { sdk, sent, renewed, answer: (how: 'well' | 'badly') => answer(how) };
  }

  it.each(withdrawals)('ends it: %s', async (name, withdraw) => {
    const { sdk, sent } = await waiting();
    expect(sent[0]?.signal?.aborted).toBe(false);
    withdraw(sdk);
    expect(sent[0]?.signal?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.slice(1).map((request) => request.credentials)).toEqual(
      name === 'opt-out' ? [] : ['same-origin'],
    );
    expect(collector.named('on the way')).toHaveLength(name === 'opt-out' ? 0 : 1);
    expect(cookie('cvq')).toBeUndefined();
  });

  it('is not taken for a collector that refuses cookies', async () => {
    const { sdk, sent } = await waiting();
    sdk.consent({ ad_storage: 'denied' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.at(-1)?.credentials).toBe('include');
    expect(collector.named('on the way')).toHaveLength(1);
  });

  it.each(withdrawals)(
    'lets no answer to a beacon bring anything back, of which no page hears: %s',
    async (_, withdraw) => {
      const { sdk, renewed } = await waiting();
      withdraw(sdk);
      for (const later of [500, 3_000, 10_000]) {
        await vi.advanceTimersByTimeAsync(later);
        setCookie(renewed);
        await vi.advanceTimersByTimeAsync(15_000 - later);
        if (later < 10_000) expect(cookie('cvq')).toBeUndefined();
      }
    },
  );

  it.each(['well', 'badly'] as const)(
    'in another tab is heeded when its answer comes, ending %s',
    async (how) => {
      const { sent, answer } = await waiting();
      forgetVisitor();
      setCookie('no_cvq=true@');
      localStorage.setItem('no_cvq', 'true');
      answer(how);
      await vi.advanceTimersByTimeAsync(10);
      expect(sent).toHaveLength(1);
      expect(cookie('cvq')).toBeUndefined();
      expect(cookie('no_cvq')).toBe('true@');
    },
  );
});

describe('a cookie that the collector has renewed', () => {
  it('is taken away by the next page after an opt-out, where an answer was late', async () => {
    const { optOut } = await visit();
    const renewed = `cvq=${cookie('cvq')}!`;
    optOut();
    closePage();
    setCookie(renewed);
    await visit();
    expect(cookie('cvq')).toBeUndefined();
    expect(cookie('no_cvq')).toBe('true@');
  });

  it('is never written by the script again, while activity has its own', async () => {
    await visit(BESIDE, '/?gclid=g');
    for (const name of ['cvq', 'cvq_ad']) setCookie(`${name}=${cookie(name)}!`);
    const jar = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;
    const written: string[] = [];
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => jar.get?.call(document),
      set: (text: string) => {
        written.push(text.split('=')[0] as string);
        jar.set?.call(document, text);
      },
    });
    for (let day = 0; day < 3; day++) {
      await vi.advanceTimersByTimeAsync(DAY);
      await visit();
    }
    Reflect.deleteProperty(document, 'cookie');
    expect(new Set(written)).toEqual(new Set(['cvq_s']));
    expect(cookie('cvq')).toMatch(/@!$/);
  });

  it('is written when it changes, so that a new click id is not lost', async () => {
    await visit(BESIDE, '/?gclid=old');
    for (const name of ['cvq', 'cvq_ad']) setCookie(`${name}=${cookie(name)}!`);
    await vi.advanceTimersByTimeAsync(DAY);
    await visit(BESIDE, '/?gclid=new');
    expect(decodeURIComponent(cookie('cvq_ad') ?? '')).toContain('new');
    expect(cookie('cvq_ad')).toMatch(/@$/);
  });
});
