import { DIMENSIONS, GRANULARITIES, RANGE_PRESETS } from '@cvq/contract/constants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/builders/any-character.ts';
import {
  type PageState,
  readAddress,
  USUAL_STATE,
  unreadRangeIn,
  writeAddress,
} from '../src/address/address.ts';
import { METRICS, type Metric } from '../src/figures/metrics.ts';
import { PANELS } from '../src/figures/panels.ts';
import { sortOf } from '../src/figures/sort-of.ts';

const aDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const days = fc.tuple(aDay, aDay).map(([one, other]) => {
  return one < other ? { start: one, end: other } : { start: other, end: one };
});
const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((value) => value.isWellFormed());
const filter = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...DIMENSIONS),
      text.map((name) => `property:${name}`),
    ),
    fc.constantFrom('is', 'is_not', 'contains', 'contains_not'),
    text,
  )
  .map((parts) => parts.join(':'));
const aState: fc.Arbitrary<PageState> = fc.record({
  range: fc.oneof(fc.record({ preset: fc.constantFrom(...RANGE_PRESETS) }), days),
  granularity: fc.option(fc.constantFrom(...GRANULARITIES)),
  compare: fc.oneof(fc.constantFrom('previous_period', 'previous_year', 'none'), days),
  match: fc.constantFrom('weekday', 'date'),
  metric: fc.constantFrom(...(Object.keys(METRICS) as Metric[])),
  filters: fc.uniqueArray(filter, { maxLength: 4 }),
  segment: fc.option(text),
  bots: fc.constantFrom('excluded', 'included'),
  tabs: fc.record(
    Object.fromEntries(
      PANELS.map(({ id, tabs }) => [id, fc.constantFrom(...tabs.map(({ dimension }) => dimension))]),
    ),
  ) as fc.Arbitrary<PageState['tabs']>,
  sort: fc.option(text),
  offset: fc.nat(),
  search: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
  open: fc.option(text),
  table: fc.boolean(),
  list: fc.record({
    kind: fc.constantFrom('counted' as const, 'duplicate' as const, 'bot' as const),
    type: fc.constantFrom(null, 'purchase', 'a|b:c'),
    platform: fc.constantFrom(null, 'google_ads' as const, 'meta_ads' as const),
    status: fc.constantFrom(null, 'failed' as const, 'retrying' as const),
    state: fc.constantFrom(null, 'rejected'),
    reason: fc.constantFrom(null, 'no_consent'),
    order: fc.constantFrom(null, 'A-1 & 2'),
    endpoint: fc.constantFrom(null, 'whe_Ab1'),
    mark: fc.constantFrom(null, 'all' as const),
    after: fc.constantFrom(null, 'MTc5NTI1NTIwMDAwMCBldnQ'),
  }),
  bot: fc.record({
    category: fc.constantFrom(null, 'search_engine'),
    name: fc.option(text),
    reason: fc.constantFrom(null, 'no_javascript'),
  }),
  funnel: fc.record({
    steps: fc.uniqueArray(
      text.filter((type) => type.trim() !== '' && !type.includes(',')),
      { maxLength: 10 },
    ),
    scope: fc.constantFrom('visitor' as const, 'session' as const),
    days: fc.integer({ min: 1, max: 400 }),
    by: fc.option(fc.constantFrom(...DIMENSIONS)),
  }),
});

describe('the address', () => {
  it('of every state leads back to that state', () => {
    fc.assert(
      fc.property(aState, (state) => {
        expect(readAddress(writeAddress(state))).toEqual(state);
      }),
    );
  });

  it('of the usual state is empty', () => {
    expect(writeAddress(USUAL_STATE)).toBe('');
    expect(readAddress('')).toEqual(USUAL_STATE);
  });

  it('can be anything, and is corrected to what is known of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (query) => {
        const corrected = writeAddress(readAddress(query));
        expect(writeAddress(readAddress(corrected))).toBe(corrected);
      }),
    );
  });

  it.each([
    ['range=5d', 'range=5d'],
    ['start=2026-10-02&end=2026-10-01', 'start=2026-10-02&end=2026-10-01'],
    ['range=7d&start=2026-10-02', 'start=2026-10-02'],
    ['range=oops&start=2026-10-01&end=2026-10-02', null],
    ['range=7d', null],
    ['start=2026-02-28&end=2026-02-31', 'start=2026-02-28&end=2026-02-31'],
    ['start=2026-13-01&end=2026-13-02', 'start=2026-13-01&end=2026-13-02'],
    ['start=2024-02-29&end=2024-03-01', null],
    ['metric=happiness', null],
  ])('that says %s of its range leaves %s unread', (query, unread) => {
    expect(unreadRangeIn(`?${query}`)).toBe(unread);
  });

  it('is legible', () => {
    const state = { ...USUAL_STATE, filters: ['country:is:DE|AT', 'page:is:/a b'] };
    expect(writeAddress(state)).toBe('?filter=country:is:DE|AT&filter=page:is:/a+b');
  });

  it('calls what ads cost spend, and still takes the name that older addresses have', () => {
    const state = { ...USUAL_STATE, metric: 'ad_spend' as const };
    expect(writeAddress(state)).toBe('?metric=spend');
    expect(readAddress('?metric=spend')).toEqual(state);
    expect(readAddress('?metric=ad_spend')).toEqual(state);
    for (const text of ['spend', 'ad_spend']) {
      const { sort } = readAddress(`?sort=-${text}`);
      expect(sortOf(sort, ['visitors', 'ad_spend'])).toEqual({ by: 'ad_spend', isDescending: true });
      expect(writeAddress({ ...USUAL_STATE, sort })).toBe('?sort=-spend');
    }
  });

  it.each([
    ['a range nobody offers', 'range=5d'],
    ['an end before the beginning', 'start=2026-10-02&end=2026-10-01'],
    ['one end alone', 'start=2026-10-02'],
    ['a day that no calendar has', 'start=2026-02-31&end=2026-03-02'],
    ['a comparison with such a day', 'compare=2026-02-01..2026-02-31'],
    ['a measure nobody knows', 'metric=happiness'],
    ['a filter without an operator', 'filter=country'],
    ['a dimension that a panel does not have', 'tab.sources=os'],
    ['an offset before the first row', 'offset=-5'],
    ['a step that no question can name', 'step=a,b&step='],
    ['a funnel that takes no time, or two years', 'days=0&days=800'],
    ['a dimension that nobody knows', 'by=moon'],
    ['a dimension that only filters know', 'by=seen_page'],
  ])('with %s counts as if that were not said', (_, query) => {
    expect(readAddress(query)).toEqual(USUAL_STATE);
  });
});
