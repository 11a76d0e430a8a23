import { formatEventId, parseEventId } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/builders/any-character.ts';

const eventId = fc.record({
  ms: fc.integer({ min: 0, max: 9_999_999_999_999 }),
  suffix: fc.stringMatching(/^[A-Za-z0-9]{1,32}$/),
});

describe('an event id', () => {
  it('is its milliseconds in 13 digits and its suffix', () => {
    expect(formatEventId({ ms: 1_795_255_200_000, suffix: 'k3x9q2' })).toBe('evt_1795255200000_k3x9q2');
    expect(formatEventId({ ms: 0, suffix: 'a' })).toBe('evt_0000000000000_a');
    expect(parseEventId('evt_1795255200000_k3x9q2')).toEqual({ ms: 1_795_255_200_000, suffix: 'k3x9q2' });
  });

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(eventId, (id) => {
        expect(parseEventId(formatEventId(id))).toEqual(id);
      }),
    );
  });

  it('sorts as a text in the order of time', () => {
    fc.assert(
      fc.property(eventId, eventId, (a, b) => {
        fc.pre(a.ms !== b.ms);
        expect(formatEventId(a) < formatEventId(b)).toBe(a.ms < b.ms);
      }),
    );
  });

  it.each([
    '',
    'evt_',
    'evt_1795255200000',
    'evt_1795255200000_',
    'evt_179525520000_k3x9q2',
    'evt_17952552000000_k3x9q2',
    'evt_1795255200000_k3x-q2',
    'evt_1795255200000_k3x_q2',
    'evt_1795255200000_k3x9q2 ',
    ' evt_1795255200000_k3x9q2',
    'evt_1795255200000_k3x9q2\n',
    'EVT_1795255200000_k3x9q2',
    'evt_١٧٩٥٢٥٥٢٠٠٠٠٠_k3x9q2',
    'evt_1795255200000_é',
    'evt_-795255200000_k3x9q2',
    'evt_1795255200.00_k3x9q2',
    `evt_1795255200000_${'a'.repeat(33)}`,
    'a9f8e1b2-0000-4000-8000-000000000000',
  ])('has no other form: %j', (text) => {
    expect(parseEventId(text)).toBeNull();
  });

  it('never throws on any text', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => void parseEventId(text)));
  });
});
