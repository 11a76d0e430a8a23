import {
  BrowserBatch,
  BrowserEvent,
  MAX_AMOUNT,
  minorDigits,
  TrackedEvent,
  toMinorUnits,
} from '@cvq/contract';
import { describe, expect, it } from 'vitest';

const withProperties = (properties: unknown) =>
  TrackedEvent.safeParse({ event_type: 'purchase', properties });

describe('a tracked event', () => {
  it('needs nothing but its type', () => {
    expect(TrackedEvent.parse({ event_type: ' purchase ' })).toEqual({ event_type: 'purchase' });
  });

  it('may say null wherever it may say nothing', () => {
    const empty = {
      event_type: 'lead',
      timestamp: null,
      session_id: null,
      user_id: null,
      properties: null,
      user_data: null,
      context: null,
      event_id: null,
    };
    expect(TrackedEvent.parse(empty)).toEqual(empty);
  });

  it('keeps the properties that no report knows, and drops unknown fields', () => {
    const properties = { plan: 'gold', nested: { deep: [1, null] } };
    expect(TrackedEvent.parse({ event_type: 'signup', properties, colour: 'red' })).toEqual({
      event_type: 'signup',
      properties,
    });
  });

  it('has its currency in capitals', () => {
    expect(withProperties({ currency: 'eur' }).data?.properties).toEqual({ currency: 'EUR' });
  });

  it.each([0, -5, 129.9, MAX_AMOUNT, -MAX_AMOUNT])('may have the value %d', (value) => {
    expect(withProperties({ value }).data?.properties).toEqual({ value });
  });

  it.each([1e308, 1e17, MAX_AMOUNT + 1, -MAX_AMOUNT - 1, Number.POSITIVE_INFINITY])(
    'is refused with the value %d, which no store can keep to the minor unit',
    (value) => {
      expect(withProperties({ value }).error?.issues.map(({ path }) => path)).toEqual([
        ['properties', 'value'],
      ]);
    },
  );

  it.each(['JPY', 'EUR', 'KWD', 'CLF'])('has exact minor units of %s up to the largest value', (currency) => {
    expect(minorDigits(currency)).toBeLessThanOrEqual(4);
    expect(Number.isSafeInteger(toMinorUnits(MAX_AMOUNT, currency) + 1)).toBe(true);
  });
});

describe('a browser batch', () => {
  it('needs nothing but its key and its events', () => {
    const batch = { key: 'proj_a', events: [{ id: 'evt_1795255200000_k3x9q2', event_type: 'pageview' }] };
    expect(BrowserBatch.parse(batch)).toEqual(batch);
    expect(batch.events.map((event) => BrowserEvent.parse(event))).toEqual(batch.events);
  });

  it('leaves its events unread, so that a bad one fails alone', () => {
    expect(BrowserBatch.parse({ key: 'proj_a', events: [null, 7, 'x'] }).events).toEqual([null, 7, 'x']);
  });
});
