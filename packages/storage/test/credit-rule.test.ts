import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ATTRIBUTION_WINDOW_MS } from '@cvq/contract';
import { creditOf, isPartOfSession, type SaleFacts, type Visit } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, NOON } from '../../../test/builders/event-records.ts';

/** A visit of the cases: `id` orders those of one instant. */
type Named = Visit & { readonly id: number };

let ids = 0;
const visit = (startedAt: number, given: Partial<Named> = {}): Named => {
  ids += 1;
  return { startedAt, isTouch: true, isBots: false, id: ids, ...given };
};

type Facts = SaleFacts<string, Named>;
const began = visit(NOON - HOUR, { isTouch: false });
const sale = (given: Partial<Facts> = {}): Facts => ({
  at: NOON,
  fromServer: false,
  isTouch: false,
  person: 'ann',
  session: began,
  ...given,
});
const serverSale = (given: Partial<Facts> = {}) => sale({ fromServer: true, session: null, ...given });

function credit(facts: Facts, visits: Record<string, readonly Named[]> = {}) {
  return creditOf<string, Named>(facts, {
    of: (person) => (visits[person] ?? []).toSorted((one, other) => other.startedAt - one.startedAt),
    isLater: (one, other) =>
      one.startedAt > other.startedAt || (one.startedAt === other.startedAt && one.id > other.id),
  });
}

/** Each case by hand: reports, lists, webhooks and the oracles of other tests all ask this rule. */
describe('a conversion is credited to', () => {
  const old = visit(NOON - 3 * DAY);
  const recent = visit(NOON - DAY);

  it('the last visit of its person that began with a touch', () => {
    expect(credit(sale(), { ann: [old, recent] })).toBe(recent);
    expect(credit(sale(), { ann: [old, visit(NOON - DAY, { isTouch: false })] })).toBe(old);
  });

  it('no visit of a bot', () => {
    expect(credit(sale(), { ann: [old, visit(NOON - DAY, { isBots: true })] })).toBe(old);
    expect(credit(sale(), { ann: [visit(NOON - DAY, { isBots: true })] })).toBe(began);
  });

  it.each([
    ['began at its own instant', 0, true],
    ['began a millisecond after it', -1, false],
    ['began exactly 90 days before it', ATTRIBUTION_WINDOW_MS, true],
    ['began a millisecond longer ago than that', ATTRIBUTION_WINDOW_MS + 1, false],
  ])('a visit of its window only: one that %s', (_, age, isCredited) => {
    const only = visit(NOON - age);
    expect(credit(sale({ session: null }), { ann: [only] })).toBe(isCredited ? only : 'event');
  });

  it('the later of two visits of one instant by the ids of their first events, in whatever order they are found', () => {
    const [first, second] = [visit(NOON - DAY), visit(NOON - DAY)];
    const bots = visit(NOON - DAY, { isBots: true });
    expect(credit(sale(), { ann: [first, second, bots] })).toBe(second);
    expect(credit(sale(), { ann: [bots, second, first] })).toBe(second);
  });

  it('its own session by how that began, where no visit can be credited', () => {
    expect(credit(sale())).toBe(began);
    expect(credit(sale({ person: null }))).toBe(began);
    const later = visit(NOON + 1);
    expect(credit(sale({ session: later }))).toBe(later);
  });

  it('its own session, whoever that is of, unless a visit of its person is later', () => {
    const own = visit(NOON - 2 * DAY);
    expect(credit(sale({ session: own }), { ann: [old] })).toBe(own);
    expect(credit(sale({ session: own }), { ann: [recent] })).toBe(recent);
    expect(credit(sale({ session: own, person: null }))).toBe(own);
    const bots = visit(NOON - 2 * DAY, { isBots: true });
    expect(credit(sale({ session: bots }), { ann: [old] })).toBe(old);
  });

  it('its own session, also where that began after it, or longer ago than the window', () => {
    const later = visit(NOON + 2000);
    expect(credit(sale({ session: later }), { ann: [old, recent] })).toBe(later);
    expect(credit(serverSale({ session: later }), { ann: [later, recent] })).toBe(later);
    const ancient = visit(NOON - ATTRIBUTION_WINDOW_MS - DAY);
    expect(
      credit(sale({ session: ancient }), { ann: [ancient, visit(NOON - ATTRIBUTION_WINDOW_MS - 1)] }),
    ).toBe(ancient);
    expect(credit(sale({ session: ancient }), { ann: [ancient, old] })).toBe(old);
    const bots = visit(NOON + 2000, { isBots: true });
    expect(credit(sale({ session: bots }), { ann: [recent] })).toBe(recent);
  });

  it('its own touch, without a session that has started', () => {
    expect(credit(sale({ session: null }))).toBe('event');
    expect(credit(serverSale())).toBe('event');
  });

  it('the touch that a server sends with it, before all visits', () => {
    const facts = { isTouch: true, session: began };
    expect(credit(serverSale(facts), { ann: [recent] })).toBe('event');
    expect(credit(sale(facts), { ann: [recent] })).toBe(recent);
  });

  it('visits of its person alone, whoever reports it', () => {
    const visits = { ann: [old], bob: [recent] };
    for (const fromServer of [false, true]) {
      expect(credit(sale({ fromServer }), visits)).toBe(old);
      expect(credit(sale({ fromServer, person: 'cem' }), visits)).toBe(began);
      expect(credit(sale({ fromServer, person: null }), visits)).toBe(began);
    }
  });
});

it('counts what a server sends as part of a session only while that is a person’s', () => {
  expect(isPartOfSession(true, true)).toBe(false);
  expect(isPartOfSession(true, false)).toBe(true);
  expect(isPartOfSession(false, true)).toBe(true);
});

it('stands once: nothing else in the stores knows how far back a touch is credited', () => {
  const src = join(import.meta.dirname, '../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const naming = files.filter((file) => /ATTRIBUTION_WINDOW/.test(readFileSync(join(src, file), 'utf8')));
  expect(naming).toEqual([join('attribution', 'credit-rule.ts')]);
});
