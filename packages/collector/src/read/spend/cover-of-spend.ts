import { DAY_MS } from '@cvq/contract';
import { accountDay, type CalendarDay, type SpendDay, type SpendSourceState } from '@cvq/storage';

/** What is known of the days of a range, by one source. */
export type SourceCover = {
  readonly source: SpendSourceState;
  /** Whether any of them was read. */
  readonly isRead: boolean;
  /** Days that are over and of which not all can be told, in their order. */
  readonly missing: readonly CalendarDay[];
  /** Why: it could not be read, or nobody has asked it. */
  readonly reason: 'integration_error' | 'not_read';
  /** Days that were read before they were over: what they cost will still change. */
  readonly provisional: readonly CalendarDay[];
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
  readonly sources: readonly SpendSourceState[];
  readonly clock: { readonly timezone: string; readonly now: number };
};

/** A file that ended so many days before a range is not expected to tell of it. */
const FILE_ENDS_AFTER_DAYS = 31;

/**
 * What is known of the days of a range. Days are over by the zone of the account, where that is not known once they are over
 * everywhere; of a file by that of the project. Of a platform's accounts and its files, a day that either has read is not missing from the other.
 */
export function coverOfSpend({ days, read, sources, clock }: Asked): SpendCover {
  const readsOf = Map.groupBy(read, nameOf);
  const covers = sources.map((source): SourceCover => {
    const own = new Map(readsOf.get(nameOf(source))?.map(({ date, readAt }) => [date, readAt]));
    const byOthers = new Set(read.filter((day) => isOtherKind(source, day)).map(({ date }) => date));
    const dayOf = dayIn(source.integration === null ? clock.timezone : source.timeZone);
    const today = dayOf(clock.now);
    const isEarly = (day: CalendarDay) => {
      const readAt = own.get(day);
      return readAt !== undefined && dayOf(readAt) <= day;
    };
    const early = days.filter(isEarly);
    const lost = new Set(source.problem === null ? [] : early.filter((day) => day < today));
    const isMissing = (day: CalendarDay) =>
      day < today && !byOthers.has(day) && (!own.has(day) || lost.has(day));
    const missing = hasEnded(source, days) ? [] : days.filter(isMissing);
    return {
      source,
      isRead: own.size > 0,
      missing,
      reason: isBroken(source, missing) ? 'integration_error' : 'not_read',
      provisional: early.filter((day) => !lost.has(day)),
    };
  });
  return {
    known: new Set(read.map(({ date }) => date)),
    provisional: new Set(covers.flatMap(({ provisional }) => provisional)),
    sources: covers,
  };
}

function nameOf({ platform, integration, account }: Pick<SpendDay, 'platform' | 'integration' | 'account'>) {
  return JSON.stringify([platform, integration, account]);
}

function isOtherKind(source: SpendSourceState, day: SpendDay): boolean {
  return day.platform === source.platform && (day.integration === null) !== (source.integration === null);
}

/** Whether nothing more is expected of a source. */
function hasEnded(
  { integration, isCurrent, days: told }: SpendSourceState,
  [first]: readonly CalendarDay[],
): boolean {
  if (integration !== null || told === null || first === undefined) return !isCurrent;
  return Date.parse(first) - Date.parse(told.last) > FILE_ENDS_AFTER_DAYS * DAY_MS;
}

/** Whether what keeps it from being read now is why days are missing: those after its last good one. */
function isBroken({ problem, lastGoodDay }: SpendSourceState, missing: readonly CalendarDay[]): boolean {
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
