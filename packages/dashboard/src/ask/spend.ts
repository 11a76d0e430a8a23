import type { Meta, ReportResponse, SpendResponse } from '@cvq/contract';
import { addDays } from '../address/civil-days.ts';
import { page, project, state } from '../address/location.ts';
import { localDay } from '../words/local-day.ts';
import { questionOf } from './question-of.ts';
import { watched } from './watched.ts';

const isAsked = () => project.value !== null && page.value === 'spend';

/** Platforms tell of spend by campaign and day: no filter sees anything of it. */
const unfiltered = () => ({ ...state.value, filters: [], segment: null });

/** The days of an answer. */
type Days = Pick<Meta, 'start_date' | 'end_date'>;

/** What ads cost, by platform, campaign and day; of the range, unless other days are named. */
function spendPath(days?: Days): string {
  const { range } = state.value;
  const named = days === undefined ? range : { start: days.start_date, end: days.end_date };
  return `/analytics/spend?${questionOf(project.value ?? '', { ...unfiltered(), range: named, compare: 'none' })}`;
}

export const spend = watched<SpendResponse>(() => (isAsked() ? spendPath() : null));

/** The period in all and by day, beside the earlier one up to the same moment. */
export const spendReport = watched<ReportResponse>(() => {
  if (!isAsked()) return null;
  const query = questionOf(project.value ?? '', unfiltered());
  const { range, granularity } = state.value;
  // Platforms know no hours; a range of 24 hours has nothing else.
  const isHours = 'preset' in range && range.preset === '24h';
  if (!isHours)
    query.set('granularity', granularity === null || granularity === 'hour' ? 'day' : granularity);
  return `/analytics/report?${query}`;
});

/** What is compared by campaign: days that are over, and as many of the earlier period. */
export const comparedDays = (): { readonly now: Days; readonly before: Days } | null => {
  const meta = spendReport.answer.value?.meta;
  if (!meta?.compare?.complete) return null;
  const { start_date, end_date, generated_at, timezone, compare } = meta;
  const today = localDay(generated_at, timezone);
  if (end_date < today) return { now: { start_date, end_date }, before: compare };
  const isLeft = start_date < today && compare.start_date < compare.end_date;
  if (!isLeft) return null;
  return {
    now: { start_date, end_date: addDays(today, -1) },
    before: { start_date: compare.start_date, end_date: addDays(compare.end_date, -1) },
  };
};

/** By campaign as far as the days are over: what its change is told from. */
export const spendOver = watched<SpendResponse>(() => {
  const days = isAsked() ? comparedDays() : null;
  return days === null ? null : spendPath(days.now);
});

export const spendBefore = watched<SpendResponse>(() => {
  const days = isAsked() ? comparedDays() : null;
  return days === null ? null : spendPath(days.before);
});
