import type { RangePreset } from '@cvq/contract';
import type { TemporalTypes } from './temporal.ts';

type Day = TemporalTypes.PlainDate;
type Days = { readonly start: Day; readonly end: Day };

const daysUpTo = (count: number) => (today: Day) => ({
  start: today.subtract({ days: count - 1 }),
  end: today,
});
const startOfWeek = (day: Day) => day.subtract({ days: day.dayOfWeek - 1 });
const startOfMonth = (day: Day) => day.with({ day: 1 });
const startOfQuarter = (day: Day) => day.with({ month: day.month - ((day.month - 1) % 3), day: 1 });
const upTo = (today: Day, start: Day) => ({ start, end: today });
const before = (end: Day, start: Day) => ({ start, end: end.subtract({ days: 1 }) });

/** Which civil days each preset means. All end today but those that are named yesterday or last. */
export const PRESETS: Readonly<Record<Exclude<RangePreset, '24h'>, (today: Day) => Days>> = {
  today: daysUpTo(1),
  yesterday: (today) => before(today, today.subtract({ days: 1 })),
  '7d': daysUpTo(7),
  '14d': daysUpTo(14),
  '28d': daysUpTo(28),
  '30d': daysUpTo(30),
  '90d': daysUpTo(90),
  wtd: (today) => upTo(today, startOfWeek(today)),
  mtd: (today) => upTo(today, startOfMonth(today)),
  qtd: (today) => upTo(today, startOfQuarter(today)),
  ytd: (today) => upTo(today, today.with({ month: 1, day: 1 })),
  last_week: (today) => before(startOfWeek(today), startOfWeek(today).subtract({ weeks: 1 })),
  last_month: (today) => before(startOfMonth(today), startOfMonth(today).subtract({ months: 1 })),
  last_quarter: (today) => before(startOfQuarter(today), startOfQuarter(today).subtract({ months: 3 })),
  '12mo': (today) => upTo(today, today.subtract({ months: 12 }).add({ days: 1 })),
};
