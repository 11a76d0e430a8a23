import type { SpendDay, SpendSourceState } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { coverOfSpend } from '../../../src/read/spend/cover-of-spend.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];

const source = (given: Partial<SpendSourceState> = {}): SpendSourceState => ({
  ...{ project: 'proj_1', platform: 'google_ads', integration: 'int_1', account: '777', timeZone: 'UTC' },
  ...{ isCurrent: true, currencies: ['EUR'], readAt: NOON, days: null, lastGoodDay: null, problem: null },
  ...given,
});
const file = (given: Partial<SpendSourceState> = {}) =>
  source({
    integration: null,
    account: '',
    timeZone: null,
    days: { first: DAYS[0] ?? '', last: '2026-11-19' },
    ...given,
  });
const readOf = (
  { platform, integration, account, timeZone }: SpendSourceState,
  days: string[],
  readAt = NOON,
) => days.map((date): SpendDay => ({ platform, integration, account, timeZone, date, readAt }));

function coverOf(sources: SpendSourceState[], read: SpendDay[], days = DAYS) {
  const cover = coverOfSpend({ days, read, sources, clock: { timezone: 'UTC', now: NOON } });
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
      clock: { timezone: 'UTC', now: morning },
    });
    expect([...cover.provisional]).toEqual(['2026-11-20']);
    expect(cover.sources[0]?.missing).toEqual([]);
  });

  it('takes a day of an account whose zone is not known for over once it is over everywhere, of a file by the project', () => {
    const nowhere = source({ timeZone: null });
    const read = [...readOf(nowhere, ['2026-11-20']), ...readOf(file(), ['2026-11-19', '2026-11-20'])];
    const morning = read.map((day) => ({ ...day, readAt: Date.parse('2026-11-21T11:00:00Z') }));
    const cover = coverOfSpend({
      ...{ days: DAYS, read: morning, sources: [nowhere, file()], clock: { timezone: 'UTC', now: NOON } },
    });
    expect(cover.sources.map(({ provisional }) => provisional)).toEqual([['2026-11-20'], []]);
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
        missing: [['19', '20']],
        provisional: [],
        reasons: ['integration_error'],
      },
    });
  });

  it('was not asked for where the problem came later', () => {
    const broken = source({ problem, lastGoodDay: '2026-11-20' });
    expect(coverOf([broken], readOf(broken, DAYS.slice(2)))).toMatchObject({
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

  it('is not expected of a file that ended 32 days before, nor of an account that was left', () => {
    const ended = (last: string) => file({ days: { first: '2026-01-01', last } });
    expect(coverOf([ended('2026-10-17')], []).missing[0]).toHaveLength(4);
    expect(coverOf([ended('2026-10-16')], []).missing[0]).toHaveLength(0);
    expect(coverOf([source({ isCurrent: false })], []).missing[0]).toHaveLength(0);
  });
});
