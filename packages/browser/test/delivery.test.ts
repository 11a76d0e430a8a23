// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { collector, config } from './fresh-visit.ts';
import { closePage, openPage } from './open-page.ts';

const storedQueues = () => Object.keys(localStorage).filter((key) => key.startsWith('cvq.proj_test.'));

/** Another tab takes the record of this one over. Returns a function that tells the collector what is in it, and ends it. */
function takeRecordOver(): () => void {
  const [own = ''] = storedQueues();
  const record = localStorage.getItem(own) ?? '';
  const others = `cvq.proj_test.${Date.now()}_9`;
  localStorage.removeItem(own);
  // It lives, and so does not release it.
  localStorage.setItem(others, record.trimStart());
  return () => {
    collector.stores(record.match(/evt_\w+/g) ?? []);
    localStorage.removeItem(others);
  };
}

describe('delivery', () => {
  it('sends the events of one moment in one request and keeps nothing after', async () => {
    const { init, track } = await openPage();
    init(config);
    for (let i = 0; i < 50; i++) track('burst', { i });
    await vi.advanceTimersByTimeAsync(100);
    expect(collector.requests.map(({ events }) => events.length)).toEqual([50]);
    expect(storedQueues()).toEqual([]);
  });

  it('keeps a request below 60 KB and 100 events', async () => {
    const { init, track } = await openPage();
    init(config);
    for (let i = 0; i < 20; i++) track('heavy', { text: 'ü'.repeat(4_000) });
    for (let i = 0; i < 150; i++) track('light');
    await vi.advanceTimersByTimeAsync(500);
    expect(collector.events()).toHaveLength(170);
    for (const { batch, events } of collector.requests) {
      expect(events.length).toBeLessThanOrEqual(100);
      expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThanOrEqual(60_000);
    }
  });

  it('uses a beacon when the page is left at once', async () => {
    const { init, track } = await openPage();
    init(config);
    track('bye');
    closePage();
    expect(collector.requests).toMatchObject([{ by: 'beacon', events: [{ event_type: 'bye' }] }]);
  });

  it('sends what other handlers track while the page goes away', async () => {
    const { init, track } = await openPage();
    init(config);
    window.addEventListener('pagehide', () => track('farewell'), { once: true });
    closePage();
    expect(collector.named('farewell')).toHaveLength(1);
  });

  it('does not beacon again what is on its way', async () => {
    const { init, track } = await openPage();
    init(config);
    track('once');
    vi.advanceTimersByTime(60);
    closePage();
    expect(collector.named('once')).toHaveLength(1);
  });

  it('asks on the next page whether a beacon arrived, and does not send it again', async () => {
    const first = await openPage();
    first.init(config);
    first.track('bye');
    const second = await openPage('/next');
    second.init(config);
    await vi.advanceTimersByTimeAsync(200);
    const [beacon] = collector.named('bye');
    expect(collector.requests.at(-1)).toMatchObject({ batch: { unsure: [beacon?.id] }, events: [] });
    expect(storedQueues()).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(collector.named('bye')).toHaveLength(1);
  });

  it('sends a beacon that did not arrive again from the next page, with the same id', async () => {
    collector.losesBeacons();
    const first = await openPage();
    first.init(config);
    first.track('bye');
    const second = await openPage('/next');
    second.init(config);
    await vi.advanceTimersByTimeAsync(4_000);
    const [beacon, repeat] = collector.named('bye');
    expect(repeat?.id).toBe(beacon?.id);
    expect(storedQueues()).toEqual([]);
  });

  it('asks with the events that it has to send, and sends again what a collector knows nothing of', async () => {
    const first = await openPage();
    first.init(config);
    first.track('bye');
    await openPage('/next').then((sdk) => {
      sdk.init(config);
      vi.advanceTimersByTime(100);
      sdk.track('own');
    });
    collector.answers({ status: 202, isOlder: true });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(collector.named('own')).toHaveLength(1);
    expect(collector.named('bye')).toHaveLength(2);
    expect(storedQueues()).toEqual([]);
  });

  it('passes on what is unsure from page to page, while no page lives to hear an answer', async () => {
    for (let i = 0; i < 10; i++) {
      const { init, track } = await openPage(`/${i}`);
      init(config);
      collector.answers('silent');
      track(`quick${i}`);
      await vi.advanceTimersByTimeAsync(700);
    }
    collector.answers({ status: 202 });
    const { init } = await openPage('/last');
    init(config);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(new Set(collector.events().map(({ id }) => id)).size).toBe(10);
    // What a silent collector took is sent once more; nothing is sent twice for each page that was passed.
    expect(collector.events().length).toBeLessThanOrEqual(20);
    expect(storedQueues()).toEqual([]);
  });

  it('beacons what is on its way without keepalive when the page is left', async () => {
    const { init, track } = await openPage();
    init(config);
    collector.answers({ status: 503 });
    track('second');
    await vi.advanceTimersByTimeAsync(150);
    collector.answers('silent');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(collector.named('second')).toHaveLength(2);
    closePage();
    expect(collector.requests.at(-1)).toMatchObject({ by: 'beacon', events: [{ event_type: 'second' }] });
  });

  it('leaves to the next page what the browser takes no beacon for', async () => {
    collector.takesNoBeacons();
    const first = await openPage();
    first.init(config);
    first.track('refused');
    const second = await openPage('/next');
    second.init(config);
    await vi.advanceTimersByTimeAsync(200);
    expect(collector.requests).toMatchObject([{ by: 'fetch', events: [{ event_type: 'refused' }] }]);
  });

  it('delivers 500 events of one loop, the first and the last', async () => {
    const { init, track } = await openPage();
    init({ ...config, autoTrack: true });
    for (let i = 0; i < 500; i++) track('loop', { i });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(collector.named('pageview')).toHaveLength(1);
    expect(new Set(collector.named('loop').map(({ properties }) => properties?.i)).size).toBe(500);
    expect(storedQueues()).toEqual([]);
  });

  it('delivers 500 events of a loop that ran before init', async () => {
    const { init, track } = await openPage();
    for (let i = 0; i < 500; i++) track('early', { i });
    init(config);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(collector.named('early')).toHaveLength(500);
  });

  it('keeps conversions longest where the collector is blocked', async () => {
    collector.answers('unreachable');
    const { init, track, trackPurchase } = await openPage();
    init(config);
    trackPurchase({ orderId: 'oldest' });
    for (let i = 0; i < 600; i++) track('blocked', { i, text: 'x'.repeat(2_000) });
    await vi.advanceTimersByTimeAsync(200);
    const stored = localStorage.getItem(storedQueues()[0] ?? '') ?? '';
    expect(stored.length).toBeLessThan(600_000);
    expect(stored).toContain('oldest');
    expect(stored).not.toContain('"i":0');
    expect(stored).toContain('"i":599');
  });

  it('sends what did not fit on the device all the same, when the page slept', async () => {
    collector.answers('unreachable');
    const { init, track } = await openPage();
    init(config);
    for (let i = 0; i < 300; i++) track('many', { i, text: 'x'.repeat(2_000) });
    await vi.advanceTimersByTimeAsync(20_000);
    // Another tab takes over what rests on the device.
    const record = localStorage.getItem(storedQueues()[0] ?? '') ?? '';
    localStorage.removeItem(storedQueues()[0] ?? '');
    const before = collector.requests.length;
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(600_000);
    const here = new Set(
      collector.requests.slice(before).flatMap(({ events }) => events.map(({ id }) => id)),
    );
    const there = new Set(record.match(/evt_\d+_\d+/g));
    expect(here.size).toBeGreaterThan(0);
    expect(new Set([...here, ...there]).size).toBe(300);
  });

  it('keeps a fresh event of a tab that has been open for weeks', async () => {
    const { init, track } = await openPage();
    init(config);
    track('early');
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.advanceTimersByTimeAsync(20 * 86_400_000);
    collector.answers('unreachable');
    track('fresh');
    await vi.advanceTimersByTimeAsync(1_000);
    closePage();
    collector.answers({ status: 202 });
    const second = await openPage();
    second.init(config);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(storedQueues()).toEqual([]);
    const last = collector.requests.filter(({ by }) => by === 'fetch').at(-1);
    expect(last?.events.length ? last.events : last?.batch.unsure).toHaveLength(1);
  });

  it('takes over what a tab left that crashed while its clock was days ahead', async () => {
    const ahead = Date.now() + 2 * 86_400_000;
    const event = JSON.stringify({ id: `evt_${ahead}_1`, event_type: 'ahead' });
    localStorage.setItem(`cvq.proj_test.${ahead}_1`, `{"key":"proj_test"}\t${event}\t`);
    const { init } = await openPage();
    init(config);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(collector.named('ahead')).toHaveLength(1);
  });

  it.each([
    ['a page of the host', { status: 200, text: '<!doctype html><title>Shop</title>' }],
    ['a page that says accepted', { status: 202, text: '<!doctype html>' }],
    ['what accepts none of its events', { status: 202, text: '{"accepted":0,"duplicates":0,"rejected":[]}' }],
    ['what accepts a word', { status: 202, text: '{"accepted":"x","duplicates":0,"rejected":[]}' }],
    [
      'what accepts the text of a number',
      { status: 202, text: '{"accepted":"1","duplicates":"","rejected":""}' },
    ],
    ['what accepts without the rest', { status: 202, text: '{"accepted":1}' }],
    ['a not found of a proxy', { status: 404, text: 'nginx' }],
    ['a refusal of a firewall', { status: 403, text: '{"message":"denied"}' }],
    ['a redirect to a login', { status: 200, text: '{"login":true}' }],
  ])('takes %s for no delivery and no refusal', async (_, answer) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { init, track } = await openPage();
    init(config);
    collector.answers(answer);
    track('patient');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(collector.requests.length).toBeGreaterThan(1);
    expect(collector.requests.length).toBeLessThan(6);
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(storedQueues()).toEqual([]);
    const attempts = collector.requests.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(collector.requests).toHaveLength(attempts);
  });

  it('names an endpoint that is no collector once, and asks it less and less', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { init, track } = await openPage();
    init(config);
    collector.answers({ status: 200, text: '<!doctype html>' });
    track('lost?');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(warned.mock.calls.map(([text]) => text)).toEqual([
      '[cvq] wrong-endpoint https://collector.test/v1/events',
    ]);
    expect(collector.requests.length).toBeLessThan(15);
    expect(storedQueues()).toHaveLength(1);
  });

  it('sends events without their visitor where the collector refuses what the batch says of them', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { init, track, consent } = await openPage();
    consent({ ad_storage: 'denied' });
    init(config);
    collector.answers({ status: 400 });
    track('healed');
    await vi.advanceTimersByTimeAsync(1_000);
    const [refused, healed] = collector.requests;
    expect(refused?.batch.visitor_id).toBeTruthy();
    expect(healed?.batch).toMatchObject({ key: 'proj_test', consent: { ad_storage: 'denied' } });
    expect(healed?.batch.visitor_id).toBeUndefined();
    expect(healed?.events).toEqual(refused?.events);
  });

  it('repeats after a failure with growing pauses until the collector answers', async () => {
    const { init, track } = await openPage();
    init(config);
    collector.answers({ status: 503 });
    track('stubborn');
    await vi.advanceTimersByTimeAsync(4_000);
    const attempts = collector.requests.length;
    expect(attempts).toBeGreaterThan(1);
    expect(attempts).toBeLessThan(6);
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(new Set(collector.named('stubborn').map(({ id }) => id)).size).toBe(1);
    expect(storedQueues()).toEqual([]);
  });

  it('is silent for as long as Retry-After asks', async () => {
    const { init, track } = await openPage();
    init(config);
    collector.answers({ status: 429, retryAfter: '30' });
    track('patient');
    await vi.advanceTimersByTimeAsync(100);
    track('patient');
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(collector.requests).toHaveLength(1);
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(collector.requests[1]?.events).toHaveLength(2);
  });

  it('drops what the collector refuses for good', async () => {
    const { init, track } = await openPage();
    init(config);
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    collector.answers({ status: 400 });
    track('refused');
    await vi.advanceTimersByTimeAsync(60_000);
    // As it was, and with nothing but the key.
    expect(collector.requests).toHaveLength(2);
    expect(storedQueues()).toEqual([]);
    expect(warned.mock.calls[0]?.[0]).toBe('[cvq] refused no');
  });

  it('goes on at once when the network is back', async () => {
    const { init, track } = await openPage();
    init(config);
    collector.answers('unreachable');
    track('offline');
    await vi.advanceTimersByTimeAsync(20_000);
    const before = collector.requests.length;
    collector.answers({ status: 202 });
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(10);
    expect(collector.requests).toHaveLength(before + 1);
    expect(storedQueues()).toEqual([]);
  });

  it('leaves an undelivered event to the next visit, with its id, time and session', async () => {
    collector.answers('unreachable');
    const first = await openPage();
    first.init(config);
    first.track('yesterday');
    await vi.advanceTimersByTimeAsync(100);
    closePage();
    const lost = collector.requests[0];
    await vi.advanceTimersByTimeAsync(86_400_000);
    collector.answers({ status: 202 });
    const second = await openPage();
    second.init(config);
    await vi.advanceTimersByTimeAsync(100);
    const found = collector.requests.at(-1);
    expect(found?.events).toEqual(lost?.events);
    expect(found?.batch.session_id).toBe(lost?.batch.session_id);
  });

  it('forgets an event after a week', async () => {
    collector.answers('unreachable');
    const first = await openPage();
    first.init(config);
    first.track('old');
    closePage();
    expect(storedQueues()).toHaveLength(1);
    const before = collector.requests.length;
    await vi.advanceTimersByTimeAsync(8 * 86_400_000);
    const second = await openPage();
    second.init(config);
    await vi.advanceTimersByTimeAsync(200);
    expect(collector.requests).toHaveLength(before);
    expect(storedQueues()).toEqual([]);
  });

  it('never keeps user data in storage', async () => {
    collector.answers('unreachable');
    const { init, trackPurchase } = await openPage();
    init(config);
    trackPurchase({ orderId: 'o1' }, { email: 'ada@example.test' });
    await vi.advanceTimersByTimeAsync(100);
    expect(storedQueues()).toHaveLength(1);
    expect(JSON.stringify({ ...localStorage })).toContain('o1');
    expect(JSON.stringify({ ...localStorage }) + document.cookie).not.toContain('ada');
    expect(collector.named('purchase')[0]?.user_data).toEqual({ email: 'ada@example.test' });
  });

  it('never fills the storage of a visitor who blocks the collector', async () => {
    collector.answers('unreachable');
    const { init, track } = await openPage();
    init(config);
    for (let i = 0; i < 300; i++) track('blocked', { i, text: 'x'.repeat(2_000) });
    await vi.advanceTimersByTimeAsync(100);
    const stored = localStorage.getItem(storedQueues()[0] ?? '') ?? '';
    expect(stored.length).toBeLessThan(600_000);
    expect(stored).toContain('"i":299');
  });

  it('takes over what other tabs of the project have left, whatever is broken or of another version', async () => {
    const head = JSON.stringify({ key: 'proj_test' });
    const event = JSON.stringify({ id: 'evt_1795255200000_abc', event_type: 'orphan' });
    const born = Date.now() - 1000;
    const line = `${head}\t${event}`;
    localStorage.setItem(`cvq.proj_test.${born}_1`, `\n${line}`);
    localStorage.setItem(`cvq.proj_test.${born}_2`, '{');
    localStorage.setItem(`cvq.proj_test.${born}_3`, JSON.stringify([1795255200000, { id: 'x' }, [1, 2]]));
    localStorage.setItem(`cvq.proj_test.${born - 8 * 86_400_000}_4`, `\n${line}`);
    localStorage.setItem('cvq.proj_test.older', `\n${line}`);
    localStorage.setItem(`cvq.proj_test.${born}_5`, JSON.stringify([[head, event]]));
    localStorage.setItem(`cvq.proj_other.${born}_1`, line);
    const { init, track } = await openPage();
    init(config);
    track('own');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(collector.events()).toMatchObject([{ id: 'evt_1795255200000_abc' }, { event_type: 'own' }]);
    expect(storedQueues()).toEqual([]);
    expect(localStorage.getItem(`cvq.proj_other.${born}_1`)).toBeTruthy();
  });

  it('has an event on the device a moment later, whether the collector has answered or not', async () => {
    const { init, track } = await openPage();
    init(config);
    track('one');
    track('two');
    collector.answers('silent');
    await vi.advanceTimersByTimeAsync(100);
    expect(collector.requests).toHaveLength(1);
    expect(storedQueues()).toEqual([]);
    await vi.advanceTimersByTimeAsync(50);
    expect(localStorage.getItem(storedQueues()[0] ?? '')).toMatch(/"one".*\n.*"two"/);
  });

  it('keeps nothing on the device of an event that the collector answered within that moment', async () => {
    const { init, track } = await openPage();
    const write = vi.spyOn(Storage.prototype, 'setItem');
    init(config);
    track('one');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(collector.named('one')).toHaveLength(1);
    expect(write.mock.calls.map(([key]) => key)).toEqual(['cvq', 'cvq_s']);
  });

  it('gives a request up that has no answer after 20 seconds, and sends its events again', async () => {
    collector.answers('silent');
    const { init, track } = await openPage();
    init(config);
    track('one');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(collector.named('one')).toHaveLength(1);
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(2_000);
    const [first, again] = collector.named('one');
    expect(again).toEqual(first);
    expect(storedQueues()).toEqual([]);
  });

  it('works where an old library gives lists and objects a toJSON', async () => {
    const prototypes = [Array.prototype, Object.prototype];
    for (const prototype of prototypes)
      Object.defineProperty(prototype, 'toJSON', { configurable: true, value: () => 'spoilt' });
    try {
      const { init, track } = await openPage();
      init(config);
      track('old', { list: [1, { deep: 2 }], at: new Date(0) });
      await vi.advanceTimersByTimeAsync(100);
    } finally {
      for (const prototype of prototypes) Reflect.deleteProperty(prototype, 'toJSON');
    }
    expect(collector.events()).toMatchObject([
      { event_type: 'old', properties: { list: [1, { deep: 2 }], at: '1970-01-01T00:00:00.000Z' } },
    ]);
    expect(JSON.parse(localStorage.getItem('cvq_s') ?? '')).toHaveLength(3);
  });

  it('starts on a page that refuses a listener', async () => {
    const sdk = await openPage();
    const add = window.addEventListener;
    window.addEventListener = (...args: unknown[]) => {
      if (args[0] === 'pagehide') throw new Error('refused');
      add.apply(window, args as Parameters<typeof add>);
    };
    sdk.init(config);
    sdk.track('heard');
    await vi.advanceTimersByTimeAsync(100);
    window.addEventListener = add;
    expect(collector.events()).toMatchObject([{ event_type: 'heard' }]);
  });

  it('loses nothing where localStorage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    collector.answers({ status: 503 });
    const { init, track } = await openPage();
    init(config);
    track('kept');
    await vi.advanceTimersByTimeAsync(3_000);
    collector.answers({ status: 202 });
    track('later');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(collector.requests.at(-1)?.events.map((event) => event.event_type)).toEqual(['kept', 'later']);
  });

  it('falls back to a beacon where the page has broken fetch', async () => {
    vi.stubGlobal('fetch', () => {
      throw new TypeError('not today');
    });
    const { init, track } = await openPage();
    init(config);
    track('anyway');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(collector.requests).toMatchObject([{ by: 'beacon', events: [{ event_type: 'anyway' }] }]);
  });

  it('survives a fetch that answers nothing, and repeats itself less and less', async () => {
    let calls = 0;
    vi.stubGlobal('fetch', () => {
      calls++;
    });
    const { init, track } = await openPage();
    init(config);
    track('into the void');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toBeGreaterThan(2);
    expect(calls).toBeLessThan(10);
  });

  it('is silent for an hour at most, whatever Retry-After says', async () => {
    const { init, track } = await openPage();
    init(config);
    collector.answers({ status: 429, retryAfter: '99999999' });
    track('patient');
    await vi.advanceTimersByTimeAsync(100);
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(3_599_000);
    expect(collector.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(collector.requests).toHaveLength(2);
  });

  it('keeps silence also towards the beacon of a page that is left', async () => {
    const { init, track } = await openPage();
    init(config);
    collector.answers({ status: 429, retryAfter: '30' });
    track('quiet');
    await vi.advanceTimersByTimeAsync(100);
    closePage();
    expect(collector.requests).toHaveLength(1);
    expect(storedQueues()).toHaveLength(1);
  });

  it('delivers what happens while the clock has lost the date', async () => {
    vi.setSystemTime(Date.UTC(2000, 0, 1));
    const { init, track } = await openPage();
    init(config);
    track('seen');
    await vi.advanceTimersByTimeAsync(100);
    expect(collector.events().map(({ id }) => id)).toEqual([
      expect.stringMatching(/^evt_0946684800000_\d+$/),
    ]);
  });

  it('goes on when the clock is set back by years', async () => {
    const { init, track } = await openPage();
    init(config);
    collector.answers({ status: 429, retryAfter: '5' });
    track('early');
    await vi.advanceTimersByTimeAsync(100);
    vi.setSystemTime(Date.UTC(2020, 0, 1));
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(collector.requests).toHaveLength(2);
  });

  it('repeats after 5xx, 408 and 429, and not after what a collector refuses', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    for (const status of [400, 401, 403, 404, 413, 422]) {
      const { init, track } = await openPage();
      init(config);
      collector.answers({ status });
      track('refused');
      await vi.advanceTimersByTimeAsync(1_000);
      const before = collector.requests.length;
      await vi.advanceTimersByTimeAsync(600_000);
      expect(collector.requests.length - before, `${status}`).toBe(0);
      expect(storedQueues()).toEqual([]);
    }
    for (const status of [408, 429, 500, 502, 503]) {
      const { init, track } = await openPage();
      init(config);
      collector.answers({ status });
      const before = collector.requests.length;
      track('delayed');
      await vi.advanceTimersByTimeAsync(5_000);
      collector.answers({ status: 202 });
      expect(collector.requests.length - before, `${status}`).toBeGreaterThan(1);
      await vi.advanceTimersByTimeAsync(30_000);
    }
  });

  it('tells a developer what the collector rejected', async () => {
    const spoken = vi.spyOn(console, 'log').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { init, track, debug } = await openPage();
    collector.rejects();
    init(config);
    debug(true);
    track('odd');
    await vi.advanceTimersByTimeAsync(300);
    expect(spoken).toHaveBeenCalledWith('[cvq]', 'Collector', 202, expect.stringContaining('"error":"no"'));
  });

  it('leaves its events to the tab that took them over while this one slept', async () => {
    collector.answers('unreachable');
    const { init, track } = await openPage();
    init(config);
    track('shared');
    await vi.advanceTimersByTimeAsync(60_000);
    const before = collector.named('shared').length;
    takeRecordOver()();
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(collector.named('shared')).toHaveLength(before);
  });

  it('leaves what another tab took over while this one was hidden, however fresh it is', async () => {
    collector.answers('unreachable');
    const { init, track } = await openPage();
    init(config);
    track('fresh');
    await vi.advanceTimersByTimeAsync(100);
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    const before = collector.named('fresh').length;
    const deliver = takeRecordOver();
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(collector.named('fresh')).toHaveLength(before);
    deliver();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(collector.named('fresh')).toHaveLength(before);
  });

  it('delivers what the site cleared from its storage while the collector was away', async () => {
    collector.answers('unreachable');
    const { init, track } = await openPage();
    init(config);
    track('cleared');
    await vi.advanceTimersByTimeAsync(60_000);
    const before = collector.named('cleared').length;
    localStorage.clear();
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(collector.requests.some(({ batch }) => batch.unsure?.length)).toBe(true);
    expect(collector.named('cleared')).toHaveLength(before + 1);
  });

  it('keeps an event that it wrote while another tab took its record, unseen by that tab', async () => {
    collector.answers('unreachable');
    const { init, track } = await openPage();
    init(config);
    track('early');
    await vi.advanceTimersByTimeAsync(60_000);
    track('crossed');
    await vi.advanceTimersByTimeAsync(0);
    takeRecordOver()();
    const before = collector.named('early').length;
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(collector.named('early')).toHaveLength(before);
    expect(collector.named('crossed')).toHaveLength(1);
  });

  it('leaves what another tab has just written to that tab, unless it turns out to be dead', async () => {
    const entry = { id: `evt_${Date.now()}_abc`, event_type: 'theirs' };
    const record = `cvq.proj_test.${Date.now()}_1`;
    localStorage.setItem(record, `{"key":"proj_test"}\t${JSON.stringify(entry)}`);
    const { init } = await openPage();
    init(config);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(localStorage.getItem(record)).toBeTruthy();
    expect(collector.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(collector.named('theirs')).toHaveLength(1);
    expect(storedQueues()).toEqual([]);
  });

  it('lets go of what waits when it is hidden, so that the next page takes it over at once', async () => {
    collector.answers('unreachable');
    const { init, track } = await openPage();
    init(config);
    track('waiting');
    await vi.advanceTimersByTimeAsync(100);
    expect(localStorage.getItem(storedQueues()[0] ?? '')).toMatch(/^\{/);
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(localStorage.getItem(storedQueues()[0] ?? '')).toMatch(/^\n\{/);
  });
});

it('the version on the wire is the version of the package', async () => {
  const { VERSION } = await import('../src/core/version.ts');
  const manifest = (await import('../package.json', { with: { type: 'json' } })).default;
  expect(VERSION).toBe(manifest.version);
});
