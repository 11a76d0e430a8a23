import { MAX_CLICK_IDS, MAX_ITEMS, MAX_SIGNALS } from '@cvq/contract/constants';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

/** What a stranger with the public key of a project may send: of all of these, one of a megabyte stopped every project. */
const collector = await startTestCollector();

beforeEach(() => {
  collector.clock.now += 60_000;
});

type Answer = {
  accepted?: number;
  ignored?: { field: string; error: string }[];
  rejected?: { error: string }[];
  error?: string;
};

async function send(path: string, json: object): Promise<{ status: number; body: Answer; length: number }> {
  const { status, body } = await collector.client.send({
    method: 'POST',
    path,
    bearer: collector.serverKey,
    json,
  });
  return { status, body: body as Answer, length: JSON.stringify(body).length };
}

let count = 0;
const fromBrowser = (more: object, event: object = {}) => {
  count += 1;
  const id = `evt_${collector.clock.now}_${count}`;
  return send('/v1/events', {
    key: collector.project,
    events: [{ id, event_type: 'pageview', ...event }],
    ...more,
  });
};

const list = (length: number, element: unknown) => Array.from({ length }, () => element);
const members = (length: number, member: unknown) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`a${index}`, member]));

describe('a list with more than it may have', () => {
  it('is left out of a batch of a browser and told of once', async () => {
    const signals = await fromBrowser({ signals: list(330_000, 5) });
    expect(signals).toMatchObject({
      status: 202,
      body: {
        accepted: 1,
        ignored: [{ field: 'signals', error: `signals must hold at most ${MAX_SIGNALS} elements.` }],
      },
    });
    const clicks = await fromBrowser({ click_ids: members(60_000, 5) });
    expect(clicks.body.ignored).toEqual([
      { field: 'click_ids', error: `click_ids must have at most ${MAX_CLICK_IDS} members.` },
    ]);
    const unsure = await fromBrowser({ unsure: list(200_000, 5) });
    expect(unsure.body.ignored).toEqual([
      { field: 'unsure', error: 'unsure must hold at most 100 elements.' },
    ]);
  });

  it('is refused of a backend', async () => {
    const properties = { items: list(340_000, {}) };
    const { status, body } = await send('/v1/track', { event_type: 'purchase', properties });
    expect([status, body.error]).toEqual([400, `properties.items must hold at most ${MAX_ITEMS} elements.`]);
  });

  it('is taken with as many as it may have', async () => {
    const { body } = await fromBrowser({
      signals: list(MAX_SIGNALS, 'webdriver'),
      click_ids: members(MAX_CLICK_IDS, { value: 'x' }),
    });
    expect(body).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    const properties = { items: list(MAX_ITEMS, { sku: 'A' }) };
    expect((await send('/v1/track', { event_type: 'purchase', properties })).status).toBe(200);
  });
});

it('a refusal names the first of very many fields, and how many more there are', async () => {
  const properties = { items: list(MAX_ITEMS, {}) };
  const { body, length } = await send('/v1/track', { event_type: 'purchase', properties });
  expect(body.error).toMatch(/^properties\.items\[0\]\.sku is required.*; and 9980 more\.$/);
  expect(length).toBeLessThan(2000);
});

it('a refusal repeats a long name of a caller only in part', async () => {
  const name = 'n'.repeat(100_000);
  const { body, length } = await fromBrowser({}, { properties: { [name]: '\0' } });
  expect(body.rejected?.[0]?.error).toMatch(/^properties\.n{100}… holds a NUL character\.$/);
  expect(length).toBeLessThan(500);
});

it('all bad click ids of a batch are left out, and the others are kept', async () => {
  const bad = members(MAX_CLICK_IDS - 1, 5);
  const { body } = await fromBrowser({ click_ids: { ...bad, gclid: { value: 'Cj0KCQ' } } });
  expect(body.ignored).toHaveLength(MAX_CLICK_IDS - 1);
  expect((await collector.stored()).at(-1)).toMatchObject({
    context: { click_ids: { gclid: { value: 'Cj0KCQ' } } },
  });
});
