import { formatEventId } from '@cvq/contract';
import type { EventRecord, KeptEvent } from '@cvq/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyEvents } from '../../../../test/builders/any-events.ts';
import { anEvent, DAY } from '../../../../test/builders/event-records.ts';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { BadLine, readEventLine } from '../../src/event-lines/read-event-line.ts';
import { toEventLine } from '../../src/event-lines/to-event-line.ts';
import { splitPageUrl } from '../../src/net/split-page-url.ts';

const kept = (event: EventRecord): KeptEvent => ({
  event,
  bot: event.bot,
  conversion: event.conversion && 'counted',
  session: event.sessionId === null ? null : { id: event.sessionId, by: 'client' },
  order: null,
});
const lineOf = (event: KeptEvent) => JSON.parse(JSON.stringify(toEventLine(event))) as Line;
type Line = Record<string, unknown>;
const NOW = Date.UTC(9990, 0);
const isoAt = (ms: number) => new Date(ms).toISOString();
const read = (line: unknown) => readEventLine(Buffer.from(JSON.stringify(line)), 'proj_shop', NOW);

/** A value of JSON in the texts that the collector lets in. */
function clean<Value>(value: Value): Value {
  if (typeof value === 'string') {
    const text = value.toWellFormed().replaceAll('\0', '').replaceAll('__proto__', 'proto');
    return text as Value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(clean) as Value;
  return Object.fromEntries(Object.entries(value).map((entry) => entry.map(clean))) as Value;
}

/** As the collector would have stored it: ids are not empty, and pages are cut in one way. */
function fit(any: EventRecord): EventRecord {
  const event = clean(any);
  const named = (text: string | null) => text && `n${text}`;
  const { page, conversion, visitor } = event;
  return {
    ...event,
    project: 'proj_shop',
    type: `t${event.type}`.trim(),
    sessionId: named(event.sessionId) || null,
    userId: named(event.userId) || null,
    visitor: visitor && { ...visitor, id: `n${visitor.id}` },
    page: splitPageUrl(page && page.url + page.suffix),
    conversion: conversion && {
      orderId: named(conversion.orderId) || null,
      amount: conversion.amount && { ...conversion.amount, minor: conversion.amount.minor % 10 ** 13 },
    },
  };
}

describe('an exported line', () => {
  it('keeps a path that named a person who was erased', () => {
    const page = {
      url: 'https://shop.example/(erased)',
      suffix: '',
      hostname: 'shop.example',
      path: '(erased)',
    };
    expect(read(lineOf(kept(anEvent({ page })))).event.page).toEqual(page);
  });

  it('reads back as the event that it was made of, whatever is in it', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        for (const event of events.map(fit)) {
          const { order, conversion, session, ...rest } = kept(event);
          expect(read(lineOf({ ...rest, order, conversion, session }))).toEqual({ event, conversion, order });
        }
      }),
      { numRuns: WHOLE ? 300 : 30 },
    );
  });

  it('reads back with the ids that only a store gives', () => {
    const event = anEvent({ id: { ms: 1_795_255_200_000, suffix: 'abc-s' } });
    expect(read(lineOf(kept(event))).event.id).toEqual(event.id);
  });

  it('tells a device from a user of the same name', () => {
    const of = (source: 'sdk' | 'user') => lineOf(kept(anEvent({ visitor: { id: 'ann', source } })));
    expect([of('sdk').visitor_id, of('user').visitor_id]).toEqual(['ann', 'ann']);
    expect(read(of('sdk')).event.visitor).toEqual({ id: 'ann', source: 'sdk' });
    expect(read(of('user')).event.visitor).toEqual({ id: 'ann', source: 'user' });
  });

  it('names the session that was found for an event', () => {
    const event = anEvent();
    const session = { id: { ms: 1_795_255_200_000, suffix: 'first' }, by: 'visitor' } as const;
    expect(lineOf({ ...kept(event), session }).session).toEqual({
      id: formatEventId(session.id),
      found_by: 'visitor',
    });
  });

  it('keeps further context apart from what has a name of its own', () => {
    const extras = { language: 'de', sdk: 'mine', plan: 'pro' };
    const event = anEvent({ origin: 'server', extras });
    expect(lineOf(kept(event))).toMatchObject({ extras, context: { language: null } });
    expect(read(lineOf(kept(event))).event).toEqual(event);
  });
});

describe('a line is refused by the name of its field', () => {
  const good = lineOf(kept(anEvent({ visitor: { id: 'ann', source: 'sdk' } })));

  it.each<[string, unknown, RegExp]>([
    ['no format', { ...good, format: undefined }, /^format must be 2\. .*export the events again/],
    ['the format of a newer cvq', { ...good, format: 3 }, /^format is 3, .*newer cvq\.$/],
    ['a list', [good], /not a JSON object/],
    ['an unknown field', { ...good, colour: 'red' }, /^colour is not a known field\.$/],
    ['no id', { ...good, event_id: undefined }, /^event_id is required and must be a string/],
    ['an id of another form', { ...good, event_id: 'evt_1' }, /^event_id must be evt_, 13 digits/],
    ['a time that is none', { ...good, timestamp: 'noon' }, /^timestamp must be ISO 8601/],
    ['a time before 1970', { ...good, received_at: '1900-01-01' }, /^received_at must be ISO 8601 of 1970/],
    [
      'a time more than a day ahead',
      { ...good, timestamp: isoAt(NOW + DAY + 1) },
      /^timestamp lies more than 24 hours ahead: 9990-01-02T00:00:00\.001Z\. Give the time/,
    ],
    ['a receipt ahead', { ...good, received_at: '9999-12-31T00:00:00Z' }, /^received_at lies more than 24/],
    ['an unknown kind', { ...good, visitor_kind: 'cat' }, /^visitor_kind must be one of sdk, user, hash\.$/],
    ['no kind', { ...good, visitor_kind: null }, /^visitor_kind must be given with visitor_id/],
    ['a long id', { ...good, session_id: 'x'.repeat(257) }, /^session_id must have at most 256/],
    ['a removal as an event', { ...good, event_type: 'conversion.removed' }, /^event_type must not be/],
    ['NUL in a text', { ...good, properties: { a: '\0' } }, /^properties\.a holds a NUL character\.$/],
    ['half of a pair', { ...good, user_id: '\ud800' }, /^user_id holds half of a surrogate pair\.$/],
    // A store has whole numbers alone there: it would refuse all that is imported together.
    ...[1.5, 1e300].map((score): [string, unknown, RegExp] => [
      `a score of ${score}`,
      { ...good, bot: { category: 'other', name: 'Bot', score, reasons: [], filtered: true } },
      /^bot\.score must be (a whole number|at most)/,
    ]),
    ['a state of no conversion', { ...good, conversion_state: 'counted' }, /^conversion_state must be given/],
    [
      'a value without a currency',
      { ...good, conversion: { order_id: null, value: 1, currency: null }, conversion_state: 'counted' },
      /^conversion\.currency must be given with value/,
    ],
  ])('for %s', (_, line, message) => {
    expect(() => read(line)).toThrow(BadLine);
    expect(() => read(line)).toThrow(message);
  });

  it('and not for a time up to a day ahead, nor for an id that tells a later one', () => {
    const ahead = { ...good, timestamp: isoAt(NOW + DAY), event_id: 'evt_9000000000000_far' };
    expect(read(ahead).event).toMatchObject({ at: NOW + DAY, id: { ms: 9_000_000_000_000 } });
  });

  it.each([
    ['what is no JSON', '{"format":2,', 'It is not valid JSON.'],
    ['what is no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'It is not valid UTF-8.'],
  ])('for %s', (_, bytes, message) => {
    expect(() => readEventLine(Buffer.from(bytes as string), 'proj_shop', NOW)).toThrow(message);
  });
});
