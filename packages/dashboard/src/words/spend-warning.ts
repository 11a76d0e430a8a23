import { type Calendar, day } from './dates.ts';
import { dayAndClock } from './moments.ts';

/** What is to be known of spend. */
type Told = {
  readonly message: string;
  /** As programs know it; null where it is of none. */
  readonly platform: string | null;
};

const MOMENT = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g;
const DAY = /\d{4}-\d{2}-\d{2}/g;

/** A warning of the read API as people read it: platforms by their names, days and moments by the locale. */
export function spendWarning(
  { message, platform }: Told,
  nameOf: (platform: string) => string,
  calendar: Calendar & { readonly today: string },
): string {
  const named = platform === null ? message : message.replace(platform, () => nameOf(platform));
  return named
    .replace(MOMENT, (moment) => dayAndClock(moment, calendar))
    .replace(DAY, (date) => day(date, calendar));
}
