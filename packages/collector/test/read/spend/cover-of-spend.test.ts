import type { SpendDay } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { coverOfSpend } from '../../../src/read/spend/cover-of-spend.ts';
import type { ToldSource } from '../../../src/read/spend/open-spend-sources.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-11-21T12:00:00Z');
const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];

const source = (given: Partial<ToldSource> = {}): ToldSource => ({
  ...{ project: 'proj_1', platform: 'google_ads', integration: 'int_1', account: '777', timeZone: 'UTC' },
  ...{ isCurrent: true, currencies: ['EUR'], readAt: NOON, days: null, lastGoodDay: null, problem: null },
  notRead: null,
  ...given,
});
const file = (given: Partial<ToldSource> = {}) =>
  source({
    integration: null,
    account: '',
    timeZone: null,
    days: { first: DAYS[0] ?? '', last: '2026-11-19' },
    ...given,
  });
const readOf = ({ platform, integration, account, timeZone }: ToldSource, days: string[], readAt = NOON) =>
  days.map((date): SpendDay => ({ platform, integration, account, timeZone, date, readAt }));

function coverOf(sources: ToldSource[], read: SpendDay[], { days = DAYS, everyMs = 6 * HOUR } = {}) {
  const cover = coverOfSpend({ days, read, sources, clock: { timezone: 'UTC', now: NOON, everyMs } });
  return {
    known: [...cover.known].map((day) => day.slice(8)),
    missing: cover.sources.map(({ missing }) => missing.map((day) => day.slice(8))),
    provisional: [...cover.provisional].map((day) => day.slice(8)),
    reasons: cover.sources.map(({ reason }) => reason),
  };
}
const problem = { code: 'X', message: 'No.', at: NOON };

describe('what is known of the days of a range', () => {
  it('is what was read; today is provisional, and is not missing', () => {
    const one = source();
    expect(coverOf([one], readOf(one, DAYS))).toMatchObject({
      ...{ known: ['17', '18', '19', '20', '21'], missing: [[]], provisional: ['21'] },
    });
    expect(coverOf([one], readOf(one, DAYS.slice(0, 3)))).toMatchObject({
      missing: [['20']],
      provisional: [],
    });
  });

  it('goes by the zone of the account: a day that has not ended there is provisional, one that has not begun is not missing', () => {
    const honolulu = source({ timeZone: 'Pacific/Honolulu' });
    const morning = Date.parse('2026-11-21T09:30:00Z');
    const read = readOf(honolulu, DAYS.slice(0, 4), morning);
    const cover = coverOfSpend({
      days: DAYS,
      read,
      sources: [honolulu],
      clock: { timezone: 'UTC', now: morning, everyMs: 6 * HOUR },
    });
    expect([...cover.provisional]).toEqual(['2026-11-20']);
    expect(cover.sources[0]?.missing).toEqual([]);
  });

  it('takes a day of an account whose zone is not known for over once it is over everywhere, of a file by the project', () => {
    const nowhere = source({ timeZone: null });
    const read = [...readOf(nowhere, ['2026-11-20']), ...readOf(file(), ['2026-11-19', '2026-11-20'])];
    const morning = read.map((day) => ({ ...day, readAt: Date.parse('2026-11-21T11:00:00Z') }));
    const cover = coverOfSpend({
      ...{
        days: DAYS,
        read: morning,
        sources: [nowhere, file()],
        clock: { timezone: 'UTC', now: NOON, everyMs: 6 * HOUR },
      },
    });
    expect(cover.sources.map(({ provisional }) => provisional)).toEqual([['2026-11-20'], []]);
  });

  it('lacks today where an account cannot be read, and is provisional still if a part of it was', () => {
    const broken = source({ problem, lastGoodDay: '2026-11-20' });
    expect(coverOf([broken], readOf(broken, DAYS))).toMatchObject({
      ...{ missing: [['21']], provisional: ['21'], reasons: ['integration_error'] },
    });
    expect(coverOf([broken], readOf(broken, DAYS.slice(0, 4))).missing).toEqual([['21']]);
  });

  it('lacks today where an account was read longer ago than is planned, or never', () => {
    const late = source({ readAt: NOON - 7 * HOUR - 1 });
    expect(coverOf([late], readOf(late, DAYS, NOON - 7 * HOUR - 1))).toMatchObject({
      ...{ missing: [['21']], provisional: ['21'], reasons: ['not_read'] },
    });
    const punctual = source({ readAt: NOON - 7 * HOUR });
    expect(coverOf([punctual], readOf(punctual, DAYS.slice(0, 4))).missing, 'its day has just begun').toEqual(
      [[]],
    );
    expect(coverOf([source({ readAt: null, notRead: 'no_account' })], []).missing).toEqual([
      ['17', '18', '19', '20', '21'],
    ]);
  });

  it('lacks today without a plan of readings until one has read it', () => {
    const noPlan = { everyMs: 0 };
    const one = source({ readAt: NOON - 11 * HOUR });
    expect(coverOf([one], readOf(one, DAYS, NOON - 11 * HOUR), noPlan).missing).toEqual([[]]);
    expect(coverOf([one], readOf(one, DAYS.slice(0, 4)), noPlan).missing).toEqual([['21']]);
  });

  it('lacks the day in which an account broke: it was read, and not to its end', () => {
    const broken = source({ problem, lastGoodDay: '2026-11-18' });
    const read = [
      ...readOf(broken, ['2026-11-17', '2026-11-18']),
      ...readOf(broken, ['2026-11-19'], Date.parse('2026-11-19T08:00:00Z')),
    ];
    expect(coverOf([broken], read)).toMatchObject({
      ...{
        known: ['17', '18', '19'],
        missing: [['19', '20', '21']],
        provisional: [],
        reasons: ['integration_error'],
      },
    });
  });

  it('was not asked for where the problem came later', () => {
    const broken = source({ problem, lastGoodDay: '2026-11-20' });
    const past = { days: DAYS.slice(0, 4) };
    expect(coverOf([broken], readOf(broken, DAYS.slice(2)), past)).toMatchObject({
      ...{ missing: [['17', '18']], reasons: ['not_read'] },
    });
  });

  it('is told by a file in place of an account of its platform, and the other way round', () => {
    const account = source();
    const read = [...readOf(account, DAYS.slice(2)), ...readOf(file(), DAYS.slice(0, 2))];
    expect(coverOf([account, file()], read).missing).toEqual([[], []]);
    const podcast = file({ platform: 'podcast' });
    const others = [...readOf(account, DAYS.slice(2)), ...readOf(podcast, DAYS.slice(0, 2))];
    expect(coverOf([account, podcast], others).missing, 'of another platform').toEqual([
      ['17', '18'],
      ['19', '20'],
    ]);
  });

  it('is not told by a file in place of an account that cannot be read, from its first bad day on', () => {
    const broken = source({ problem, lastGoodDay: '2026-11-18' });
    const read = [...readOf(broken, ['2026-11-18']), ...readOf(file(), ['2026-11-17', '2026-11-19'])];
    expect(coverOf([broken, file()], read)).toMatchObject({
      ...{ missing: [['19', '20', '21'], ['20']], reasons: ['integration_error', 'not_read'] },
    });
    const never = source({ problem, readAt: null });
    const long = { days: ['2026-08-23', '2026-08-24'] };
    expect(coverOf([never, file()], readOf(file(), long.days), long).missing, 'of the first reading').toEqual(
      [['24'], []],
    );
  });

  it('is not expected of a file that ended 32 days before, nor of an account that was left', () => {
    const ended = (last: string) => file({ days: { first: '2026-01-01', last } });
    expect(coverOf([ended('2026-10-17')], []).missing[0]).toHaveLength(4);
    expect(coverOf([ended('2026-10-16')], []).missing[0]).toHaveLength(0);
    expect(coverOf([source({ isCurrent: false })], []).missing[0]).toHaveLength(0);
  });
});
