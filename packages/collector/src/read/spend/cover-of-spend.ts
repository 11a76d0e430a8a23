import { DAY_MS, HOUR_MS } from '@cvq/contract';
import { accountDay, type CalendarDay, type SpendDay } from '@cvq/storage';
import { lastDays, SPEND_WINDOWS } from '../../spend/sync/days-to-read.ts';
import type { ToldSource } from './open-spend-sources.ts';

/** What is known of the days of a range, by one source. */
export type SourceCover = {
  readonly source: ToldSource;
  /** Those that were read. */
  readonly read: ReadonlySet<CalendarDay>;
  /** Days of which not all can be told, in their order; the one that is not over only where no reading of it can be hoped for. */
  readonly missing: readonly CalendarDay[];
  /** Why: it could not be read, or nobody has asked it. */
  readonly reason: 'integration_error' | 'not_read';
  /** Days that were read before they were over: what they cost will still change. */
  readonly provisional: readonly CalendarDay[];
  /** The day that it is there. */
  readonly today: CalendarDay;
};

/** What is known of the days of a range. */
export type SpendCover = {
  /** Days that were read at least once: what is not among them is not known, and no zero. */
  readonly known: ReadonlySet<CalendarDay>;
  readonly provisional: ReadonlySet<CalendarDay>;
  readonly sources: readonly SourceCover[];
};

type Asked = {
  readonly days: readonly CalendarDay[];
  readonly read: readonly SpendDay[];
  readonly sources: readonly ToldSource[];
  readonly clock: SpendClock;
};

/** `timezone` is the project's, `everyMs` from one reading of an account to the next; 0 where none is planned. */
type SpendClock = { readonly timezone: string; readonly now: number; readonly everyMs: number };

/** A file that ended so many days before a range is not expected to tell of it. */
const FILE_ENDS_AFTER_DAYS = 31;
/** Accounts are read one after the other, and a platform may take its time. */
const LATE_MS = HOUR_MS;

/**
 * What is known of the days of a range. Days are over by the zone of the account, where that is not known once they are
 * over everywhere; of a file, and of what was never read, by that of the project. Of a platform's accounts and its
 * files, a day that either has read is not missing from the other, unless the account cannot be read.
 */
export function coverOfSpend({ days, read, sources, clock }: Asked): SpendCover {
  const readsOf = Map.groupBy(read, nameOf);
  const covers = sources.map((source): SourceCover => {
    const own = new Map(readsOf.get(nameOf(source))?.map(({ date, readAt }) => [date, readAt]));
    const byOthers = new Set(read.filter((day) => isOtherKind(source, day)).map(({ date }) => date));
    const hasZone = source.integration !== null && source.readAt !== null;
    const dayOf = dayIn(hasZone ? source.timeZone : clock.timezone);
    const today = dayOf(clock.now);
    const isEarly = (day: CalendarDay) => {
      const readAt = own.get(day);
      return readAt !== undefined && dayOf(readAt) <= day;
    };
    const isUntold = (day: CalendarDay) => {
      if (day >= today) return day === today && isTodayLost(source, own.has(day), clock);
      return !own.has(day) || (source.problem !== null && isEarly(day));
    };
    const brokenFrom = firstBrokenDay(source, clock.now);
    const isToldByOthers = (day: CalendarDay) =>
      byOthers.has(day) && (brokenFrom === null || day < brokenFrom);
    const missing = hasEnded(source, days) ? [] : days.filter((day) => isUntold(day) && !isToldByOthers(day));
    return {
      source,
      read: new Set(own.keys()),
      missing,
      reason: isBroken(source, missing) ? 'integration_error' : 'not_read',
      provisional: days.filter((day) => isEarly(day) && (day >= today || source.problem === null)),
      today,
    };
  });
  return { ...coverBy(covers), sources: covers };
}

/** What is known by some of the sources. */
export function coverBy(sources: readonly SourceCover[]): Pick<SpendCover, 'known' | 'provisional'> {
  return {
    known: new Set(sources.flatMap(({ read }) => [...read])),
    provisional: new Set(sources.flatMap(({ provisional }) => provisional)),
  };
}

function nameOf({ platform, integration, account }: Pick<SpendDay, 'platform' | 'integration' | 'account'>) {
  return JSON.stringify([platform, integration, account]);
}

function isOtherKind(source: ToldSource, day: SpendDay): boolean {
  return day.platform === source.platform && (day.integration === null) !== (source.integration === null);
}

/** Whether nothing more is expected of a source. */
function hasEnded(
  { integration, isCurrent, days: told }: ToldSource,
  [first]: readonly CalendarDay[],
): boolean {
  if (integration !== null || told === null || first === undefined) return !isCurrent;
  return Date.parse(first) - Date.parse(told.last) > FILE_ENDS_AFTER_DAYS * DAY_MS;
}

/**
 * Whether what an account has cost on the day that it is there is not read at the moment, or no more. Of a file it is
 * not expected.
 */
function isTodayLost(
  { integration, problem, readAt }: ToldSource,
  isRead: boolean,
  { now, everyMs }: SpendClock,
): boolean {
  if (integration === null) return false;
  if (problem !== null || readAt === null) return true;
  return everyMs === 0 ? !isRead : now - readAt > everyMs + LATE_MS;
}

/** The first day that an account which cannot be read would have told: no file is in its place from there on. */
function firstBrokenDay({ problem, lastGoodDay, timeZone }: ToldSource, now: number): CalendarDay | null {
  if (problem === null) return null;
  if (lastGoodDay === null) return lastDays(SPEND_WINDOWS.first, timeZone, now).first;
  return new Date(Date.parse(lastGoodDay) + DAY_MS).toISOString().slice(0, 10);
}

/** Whether what keeps it from being read now is why days are missing: those after its last good one. */
function isBroken({ problem, lastGoodDay }: ToldSource, missing: readonly CalendarDay[]): boolean {
  return problem !== null && missing.some((day) => lastGoodDay === null || day > lastGoodDay);
}

/** The day that it is in the zone of an account. Most days were read at the same few moments. */
function dayIn(timeZone: string | null): (at: number) => CalendarDay {
  const found = new Map<number, CalendarDay>();
  return (at) => {
    const day = found.get(at) ?? accountDay(timeZone, at);
    found.set(at, day);
    return day;
  };
}
