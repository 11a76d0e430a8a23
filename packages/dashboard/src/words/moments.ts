import { type Calendar, clock, formatter } from './dates.ts';

/** A moment to the second, as `08:37:04`. */
export function exactClock(moment: string, { locale, timeZone }: Calendar): string {
  const format = { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return formatter(locale, format).format(new Date(moment));
}

/** The day of a moment, as `22 Nov`. */
export function dayOfMoment(moment: string, { locale, timeZone }: Calendar): string {
  return formatter(locale, { timeZone, day: 'numeric', month: 'short' }).format(new Date(moment));
}

/** The day of a moment, as `19 February 2027`. */
export function longDay(moment: string, { locale, timeZone }: Calendar): string {
  const format = { timeZone, day: 'numeric', month: 'long', year: 'numeric' } as const;
  return formatter(locale, format).format(new Date(moment));
}

/** A moment, as `22 Nov, 08:37`. */
export function dayAndClock(moment: string, calendar: Calendar): string {
  return `${dayOfMoment(moment, calendar)}, ${clock(moment, calendar)}`;
}
