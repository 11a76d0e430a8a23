// @vitest-environment jsdom
import { MAX_BROWSER_REQUEST_BYTES } from '@cvq/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { collector, config } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

let warned: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const warnings = () => warned.mock.calls.map(([text]: unknown[]) => text);
const soon = () => vi.advanceTimersByTimeAsync(500);

async function tracked(properties: Record<string, unknown>) {
  const { init, trackPurchase } = await openPage();
  init(config);
  trackPurchase(properties);
  await soon();
  return collector.events()[0]?.properties as Record<string, unknown>;
}

/** Throws for whoever reads it. */
function thorny(name: string, others: object): Record<string, unknown> {
  return Object.defineProperty({ ...others }, name, {
    enumerable: true,
    get() {
      throw new Error('thorn');
    },
  });
}

describe('a value that cannot be written', () => {
  it.each<[string, () => unknown]>([
    ['a cycle', cycle],
    ['a BigInt', () => 1n],
    ['a function that throws as JSON', () => ({ toJSON: () => Promise.reject.call(null) })],
    ['an element of the page', () => document.body],
    ['a nesting without end', () => nested(40)],
  ])('is lost where it is %s, and the purchase is not', async (_, make) => {
    const properties = await tracked({ orderId: 'o1', value: 5, odd: make() });
    expect(properties).toMatchObject({ order_id: 'o1', value: 5 });
    expect(warnings().join()).toContain('lost-value');
  });

  it('is the window, which an event of React has: nothing else of the page is told', async () => {
    vi.stubGlobal('account', { card: '4111' });
    const properties = await tracked({ type: 'click', view: window, nested: [{ view: window }] });
    expect(properties).toEqual({ type: 'click', nested: [{}] });
    expect(warnings()).toEqual(['[cvq] lost-value view']);
  });

  it('is named where it throws when it is read, on every level', async () => {
    const properties = await tracked(
      thorny('theme', { orderId: 'o1', items: [thorny('price', { sku: 'a' })], user: thorny('mail', {}) }),
    );
    expect(properties).toEqual({ order_id: 'o1', items: [{ sku: 'a' }], user: {} });
    expect(warnings()).toEqual(
      expect.arrayContaining(['[cvq] lost-value theme', '[cvq] lost-value price', '[cvq] lost-value mail']),
    );
  });

  it('throws nothing into the page where user data does', async () => {
    const { init, trackLead, identify, setEnhancedUserData } = await openPage();
    init(config);
    expect(() => {
      trackLead({ leadId: 'l1' }, thorny('email', { firstName: 'Ada' }));
      identify('u1', thorny('email', { plan: 'pro' }));
      setEnhancedUserData(thorny('email', {}));
    }).not.toThrow();
    await soon();
    expect(collector.named('lead')[0]?.user_data).toEqual({ first_name: 'Ada' });
    expect(collector.named('identify')[0]?.properties).toEqual({ plan: 'pro' });
  });

  /** An object of which nobody learns anything any more, such as a draft of Immer after the change is done. */
  function ended<Data extends object>(data: Data): Data {
    const { proxy, revoke } = Proxy.revocable(data, {});
    revoke();
    return proxy;
  }

  it.each([
    ['the data', () => [ended({ orderId: 'o1' })], {}],
    ['the items', () => [{ orderId: 'o1', items: ended([{ sku: 'a' }]) }], { order_id: 'o1' }],
    ['an item', () => [{ orderId: 'o1', items: [ended({ sku: 'a' })] }], { order_id: 'o1', items: [null] }],
    ['the currency', () => [{ orderId: 'o1', currency: ended({}) }], { order_id: 'o1' }],
    ['the user data', () => [{ orderId: 'o1' }, ended({ email: 'ada@example.test' })], { order_id: 'o1' }],
  ])('loses no purchase where %s cannot be read at all', async (_, make, expected) => {
    const { init, trackPurchase } = await openPage();
    init(config);
    trackPurchase(...(make() as Parameters<typeof trackPurchase>));
    await soon();
    expect(collector.named('purchase').map(({ properties }) => properties)).toEqual([expected]);
    expect(warnings().join()).toContain('lost-value');
  });

  it('is no text that a collector refuses with its whole batch', async () => {
    const half = '😀'.slice(0, 1);
    const properties = await tracked({
      note: `a${half}b\0c`,
      [`k${half}`]: 'x\\ud800',
      long: `${'x'.repeat(8_191)}😀`,
      proto: JSON.parse('{"__proto__":1,"kept":2}'),
    });
    expect(properties.note).toBe('a\ufffdb\ufffdc');
    expect(properties['k\ufffd']).toBe('x\\ud800');
    expect((properties.long as string).isWellFormed()).toBe(true);
    expect(Object.keys(properties.proto as object)).toEqual(['kept']);
  });
});

function cycle(): unknown {
  const cart: unknown[] = [];
  cart.push(cart);
  return cart;
}

function item(i: number): object {
  return { sku: `s${i}`, name: 'n', price: 1, quantity: 1, brand: 'b', category: 'c' };
}

function nested(depth: number): object {
  return depth ? { in: nested(depth - 1) } : {};
}

describe('a number or a currency that is none', () => {
  it('is named, and stays as the page said it', async () => {
    const properties = await tracked({
      orderId: 'o1',
      value: '12,50',
      currency: '€',
      items: [{ sku: 'a', price: 'free', quantity: Number.NaN }],
    });
    expect(properties).toMatchObject({ value: '12,50', currency: '€' });
    expect(warnings()).toEqual([
      '[cvq] not-a-number value',
      '[cvq] bad-currency currency',
      '[cvq] not-a-number price',
      '[cvq] not-a-number quantity',
    ]);
  });

  it('is not suspected of what can be read', async () => {
    const properties = await tracked({ value: '12.50', currency: 'eur', items: [{ sku: 'a', price: 3 }] });
    expect(properties.value).toBe(12.5);
    expect(warnings()).toEqual([]);
  });
});

describe('an event that is too large', () => {
  it('loses items from the end, at most half of those that would fit, and says so', async () => {
    const items = Array.from({ length: 1_000 }, (_, i) => ({ sku: `sku-${i}`, name: 'ü'.repeat(40) }));
    const properties = await tracked({ orderId: 'o1', value: 9, note: 'kept', items });
    const kept = properties.items as { sku: string }[];
    expect(properties).toMatchObject({ order_id: 'o1', value: 9, note: 'kept', truncated: ['items'] });
    expect(kept.length).toBeGreaterThan(400);
    expect(kept.length).toBeLessThan(1_000);
    expect(kept[0]?.sku).toBe('sku-0');
    expect(warnings()).toEqual(['[cvq] cut-event purchase']);
  });

  it('loses most of its longest texts', async () => {
    const texts = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`text${i}`, 'x'.repeat(4_000)]));
    const properties = await tracked({ orderId: 'o1', short: 'whole', ...texts });
    expect(properties).toMatchObject({ order_id: 'o1', short: 'whole' });
    expect((properties.truncated as string[])[0]).toMatch(/^text/);
    expect(properties.text19).toBeTruthy();
  });

  it('names a text that is longer than a collector takes, and loses its end', async () => {
    const properties = await tracked({ orderId: 'o1', truncated: ['before', null], note: 'x'.repeat(9_000) });
    expect(properties).toEqual({ order_id: 'o1', truncated: ['before', 'note'], note: 'x'.repeat(8_192) });
    expect(warnings()).toEqual(['[cvq] cut-event purchase']);
  });

  it.each([
    ['a chart', 'chart', () => new Float32Array(25_000)],
    ['a list of charts', 'charts', () => [new Float32Array(25_000), 1]],
    ['items', 'items', () => Array.from({ length: 3_500 }, (_, i) => item(i))],
    ['a list of small numbers', 'list', () => Array(9_000).fill(1)],
    ['many objects', 'rows', () => Object.fromEntries([...Array(7_000)].map((_, i) => [i, item(i)]))],
  ])('arrives with what is not too much of it, marked and named once: %s', async (_, name, make) => {
    const { init, trackPurchase } = await openPage();
    init(config);
    trackPurchase({ orderId: 'W', [name]: make(), value: 99, currency: 'EUR', last: [{ sku: 'a' }] });
    await soon();
    const [event] = collector.events();
    expect(event).toMatchObject({
      event_type: 'purchase',
      context: { page_url: expect.any(String) },
      properties: { order_id: 'W', value: 99, currency: 'EUR', truncated: expect.arrayContaining([name]) },
    });
    for (const whole of (event?.properties?.items || []) as object[])
      expect(Object.keys(whole)).toEqual(Object.keys(item(0)));
    expect(warnings()).toEqual(['[cvq] cut-event purchase']);
  });

  it.each([
    ['many keys', () => Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`key${i}`, i]))],
    ['one long list of numbers', () => ({ list: Array.from({ length: 8_000 }, (_, i) => i * 1e9) })],
    ['lists in lists', () => ({ grid: { rows: Array.from({ length: 300 }, () => 'x'.repeat(900)) } })],
    ['long names', () => ({ ['n'.repeat(70_000)]: 1 })],
    ['all of it', () => ({ items: [nested(20)], a: 'ü'.repeat(9_000), ...Array(9_000).fill('text') })],
  ])('fits into a request whatever it holds: %s', async (_, values) => {
    const properties = await tracked({ orderId: 'o1', ...values() });
    expect(collector.events()).toMatchObject([{ event_type: 'purchase' }]);
    expect(properties.truncated).toBeTruthy();
    for (const { body } of collector.sent)
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_BROWSER_REQUEST_BYTES);
  });
});
