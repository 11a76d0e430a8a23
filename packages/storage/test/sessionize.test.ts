import { SESSION_IDLE_MS, SESSION_MAX_MS } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, NOON } from '../../../test/builders/event-records.ts';
import { continuesSession, sessionize } from '../src/sessionize.ts';

const events = (...times: number[]) => times.map((at) => ({ at }));
const lengths = (...times: number[]) => sessionize(events(...times)).map((session) => session.length);

describe('sessions', () => {
  it('are none without events, and one of a single event', () => {
    expect(sessionize([])).toEqual([]);
    expect(sessionize(events(NOON))).toEqual([events(NOON)]);
  });

  it('hold every event once, in their order, those of one instant too', () => {
    const given = [NOON, NOON, NOON + HOUR, NOON + HOUR, NOON + 3 * HOUR].map((at, name) => ({ at, name }));
    const sessions = sessionize(given);
    expect(sessions.map((session) => session.length)).toEqual([2, 2, 1]);
    expect(sessions.flat()).toEqual(given);
  });

  it('go on after exactly half an hour, and not a millisecond more', () => {
    expect(SESSION_IDLE_MS).toBe(1_800_000);
    expect(lengths(NOON, NOON + 1_800_000)).toEqual([2]);
    expect(lengths(NOON, NOON + 1_800_001)).toEqual([1, 1]);
  });

  it('count a pause from the event before, not from the first', () => {
    expect(lengths(NOON, NOON + 20 * MINUTE, NOON + 50 * MINUTE, NOON + 81 * MINUTE)).toEqual([3, 1]);
  });

  it('last exactly a day, and not a millisecond more', () => {
    expect(SESSION_MAX_MS).toBe(86_400_000);
    const day = Array.from({ length: 48 }, (_, half) => NOON + half * 30 * MINUTE);
    expect(lengths(...day, NOON + 86_400_000)).toEqual([49]);
    expect(lengths(...day, NOON + 86_399_999, NOON + 86_400_001)).toEqual([49, 1]);
  });

  it('begin their day anew with each session', () => {
    const twoDays = Array.from({ length: 98 }, (_, half) => NOON + half * 30 * MINUTE);
    expect(lengths(...twoDays)).toEqual([49, 49]);
  });

  it('do not end at midnight', () => {
    const midnight = NOON + 12 * HOUR;
    expect(lengths(midnight - 1, midnight, midnight + 1)).toEqual([3]);
  });
});

describe('an event', () => {
  const session = { firstAt: NOON, lastAt: NOON + 23.9 * HOUR };

  it('continues a session by both limits at once', () => {
    expect(continuesSession(NOON + 24 * HOUR, session)).toBe(true);
    expect(continuesSession(NOON + 24 * HOUR + 1, session)).toBe(false);
    expect(continuesSession(NOON + 30 * MINUTE, { firstAt: NOON, lastAt: NOON })).toBe(true);
    expect(continuesSession(NOON + 30 * MINUTE + 1, { firstAt: NOON, lastAt: NOON })).toBe(false);
  });
});
