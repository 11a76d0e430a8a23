import { beforeAll, describe, expect, it } from 'vitest';
import { earlierWords } from '../src/figures/earlier-words.ts';
import { writing } from '../src/words/writing.ts';

beforeAll(() => {
  writing.value = { ...writing.value, locale: 'en-GB' };
});

const CHOSEN = { range: null, generated_at: '2026-12-01T05:00:00.000Z' };
const period = (mode: 'dates' | 'previous_period', start_date: string, end_date: string) => ({
  ...{ mode, start_date, end_date, until: null, complete: true },
});

describe('what days are compared with', () => {
  it.each([
    ['days of another year', period('dates', '2025-11-01', '2025-11-30'), 'from 1 Nov 2025 to 30 Nov 2025'],
    ['days of this year', period('dates', '2026-10-01', '2026-10-31'), 'from 1 Oct to 31 Oct'],
    ['one day', period('dates', '2026-11-28', '2026-11-28'), 'on 28 Nov'],
    ['the day before', period('previous_period', '2026-11-28', '2026-11-28'), 'on the day before'],
    ['the days before', period('previous_period', '2026-11-21', '2026-11-28'), 'in the days before'],
  ])('%s', (_, compare, words) => {
    expect(earlierWords(CHOSEN, compare)).toBe(words);
  });
});
