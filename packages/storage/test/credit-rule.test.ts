import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ATTRIBUTION_WINDOW_MS } from '@cvq/contract';
import { creditOf, isPartOfSession, type SaleFacts, type Visit } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { DAY, NOON } from '../../../test/builders/event-records.ts';

/** A visit of the cases: `id` orders those of one instant. */
type Named = Visit & { readonly id: number };

let ids = 0;
const visit = (startedAt: number, given: Partial<Named> = {}): Named => {
  ids += 1;
  return { startedAt, isTouch: true, isBots: false, id: ids, ...given };
};

const sale = (given: Partial<SaleFacts<string>> = {}): SaleFacts<string> => ({
  at: NOON,
  fromServer: false,
  isTouch: false,
  visitor: 'ann',
  session: { visitor: 'ann', hasStarted: true },
  linkedVisitors: () => [],
  ...given,
});
const serverSale = (given: Partial<SaleFacts<string>> = {}) =>
  sale({ fromServer: true, visitor: null, session: null, ...given });

function credit(facts: SaleFacts<string>, visits: Record<string, readonly Named[]> = {}) {
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

  it('the last visit of its visitor that began with a touch', () => {
    expect(credit(sale(), { ann: [old, recent] })).toBe(recent);
    expect(credit(sale(), { ann: [old, visit(NOON - DAY, { isTouch: false })] })).toBe(old);
  });

  it('no visit of a bot', () => {
    expect(credit(sale(), { ann: [old, visit(NOON - DAY, { isBots: true })] })).toBe(old);
    expect(credit(sale(), { ann: [visit(NOON - DAY, { isBots: true })] })).toBe('session');
  });

  it.each([
    ['began at its own instant', 0, true],
    ['began a millisecond after it', -1, false],
    ['began exactly 90 days before it', ATTRIBUTION_WINDOW_MS, true],
    ['began a millisecond longer ago than that', ATTRIBUTION_WINDOW_MS + 1, false],
  ])('a visit of its window only: one that %s', (_, age, isCredited) => {
    const only = visit(NOON - age);
    expect(credit(sale(), { ann: [only] })).toBe(isCredited ? only : 'session');
  });

  it('the later of two visits of one instant by the ids of their first events, in whatever order they are found', () => {
    const [first, second] = [visit(NOON - DAY), visit(NOON - DAY)];
    const bots = visit(NOON - DAY, { isBots: true });
    expect(credit(sale(), { ann: [first, second, bots] })).toBe(second);
    expect(credit(sale(), { ann: [bots, second, first] })).toBe(second);
  });

  it('how its own session began, where no visit can be credited', () => {
    expect(credit(sale())).toBe('session');
    expect(credit(sale({ visitor: null, session: { visitor: null, hasStarted: true } }))).toBe('session');
  });

  it('its own touch, without a session that has started', () => {
    expect(credit(sale({ session: null }))).toBe('event');
    expect(credit(sale({ session: { visitor: null, hasStarted: false } }))).toBe('event');
    expect(credit(serverSale())).toBe('event');
  });

  it('the touch that a server sends with it, before all visits', () => {
    const facts = { isTouch: true, visitor: 'ann', session: { visitor: 'ann', hasStarted: true } };
    expect(credit(serverSale(facts), { ann: [recent] })).toBe('event');
    expect(credit(sale(facts), { ann: [recent] })).toBe(recent);
  });

  it('visits of the visitor of its session, and of the one that it names only without one', () => {
    const bobs = { visitor: 'bob', session: { visitor: 'ann', hasStarted: true } };
    expect(credit(sale(bobs), { ann: [old], bob: [recent] })).toBe(old);
    expect(credit(sale({ ...bobs, session: null }), { ann: [old], bob: [recent] })).toBe(recent);
    const unknown = { ...bobs, session: { visitor: null, hasStarted: true } };
    expect(credit(sale(unknown), { ann: [old], bob: [recent] })).toBe(recent);
  });

  it('visits of all who were identified as its user, where a server knows no visitor of its session', () => {
    const user = { visitor: 'u1', linkedVisitors: () => ['ann', 'bob'] };
    const visits = { ann: [recent], bob: [old], u1: [visit(NOON - 2 * DAY)] };
    expect(credit(serverSale(user), visits)).toBe(recent);
    expect(credit(serverSale(user), { ...visits, bob: [visit(NOON)] })).toMatchObject({ startedAt: NOON });
    const nobodys = { ...user, session: { visitor: null, hasStarted: false } };
    expect(credit(serverSale(nobodys), visits)).toBe(recent);
    const bobs = { ...user, session: { visitor: 'bob', hasStarted: true } };
    expect(credit(serverSale(bobs), visits)).toBe(old);
    expect(credit(sale({ ...user, session: null }), { ann: [recent] })).toBe('event');
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
