import type { SpendWarning } from '@cvq/contract';
import type { CalendarDay } from '@cvq/storage';
import { asSentence } from '../../ad-platforms/as-sentence.ts';
import { howToHaveRead } from '../../spend/sync/how-to-have-read.ts';
import type { SourceCover, SpendCover } from './cover-of-spend.ts';
import type { ToldSource } from './open-spend-sources.ts';
import type { ValuedSpend } from './sum-spend.ts';

const NOTHING = {
  platform: null,
  account: null,
  currency: null,
  first_day: null,
  last_day: null,
} as const;

type Asked = {
  readonly cover: SpendCover;
  readonly rows: readonly ValuedSpend[];
  /** Of the project. */
  readonly currency: string;
  readonly timezone: string;
  /** Whether the days of a source are those of the project. */
  readonly hasSameDays: (source: ToldSource) => boolean;
};

/** What is to be known beside figures of spend, by source. */
export function spendWarnings({ cover, rows, currency, timezone, hasSameDays }: Asked): SpendWarning[] {
  const incomplete = cover.sources.flatMap((each) => {
    const message = missingMessage(each);
    return message === null ? [] : [warning('incomplete', each.source, each.missing, message)];
  });
  const provisional = cover.sources.flatMap(({ source, provisional: days }) => {
    if (days.length === 0) return [];
    const message = `${nameOfSource(source)} was read before ${periodOf(days)} was over: what that cost will still change.`;
    return warning('provisional', source, days, message);
  });
  const mismatches = cover.sources.flatMap(({ source, read }) => {
    if (read.size === 0 || hasSameDays(source)) return [];
    const own =
      source.timeZone === null ? 'are of a time zone that is not known' : `are of ${source.timeZone}`;
    const message = `The days of ${nameOfSource(source)} ${own}, those of the project of ${timezone}: they do not begin together.`;
    return warning('timezone_mismatch', source, [], message);
  });
  const foreign = new Set(
    rows.filter(({ micros, worth }) => micros !== 0n && worth !== null).map((row) => row.currency),
  );
  foreign.delete(currency);
  const converted = [...foreign].sort().map(
    (from): SpendWarning => ({
      code: 'currency_converted',
      ...NOTHING,
      currency: from,
      message: `What was paid in ${from} was converted to ${currency} by the exchange rates of the project.`,
    }),
  );
  return [...incomplete, ...provisional, ...mismatches, ...converted];
}

/** Which days are missing from a source, why, and what to do; null where none is. */
export function missingMessage({ source, missing, reason, read, today }: SourceCover): string | null {
  if (missing.length === 0) return null;
  const { integration, notRead, readAt } = source;
  const days = `${missing.length} ${missing.length === 1 ? 'day' : 'days'} of ${periodOf(missing)}`;
  if (reason === 'integration_error')
    return `${nameOfSource(source)} could not be read, and lacks ${days}. The platform said: ${asSentence(source.problem?.message ?? '')} Set that right, then run cvq spend sync.`;
  if (integration === null)
    return `${nameOfSource(source)} have no line of ${days}. Import them with cvq spend import; a day without spend has a line with 0.`;
  if (notRead !== null)
    return `${nameOfSource(source)} is not read, and lacks ${days}. ${asSentence(howToHaveRead(notRead, source))}`;
  if (read.has(today) && missing[0] === today && readAt !== null)
    return `${nameOfSource(source)} was read last at ${new Date(readAt).toISOString()}, and what ${today} cost since is missing. Run cvq spend sync.`;
  return `${nameOfSource(source)} was not asked about ${days}. Run cvq spend sync, or import a file with cvq spend import.`;
}

function warning(
  code: SpendWarning['code'],
  { platform, account }: ToldSource,
  ...[days, message]: [readonly CalendarDay[], string]
): SpendWarning {
  return {
    code,
    ...NOTHING,
    platform,
    account: account === '' ? null : account,
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    message,
  };
}

/** A source, for people. */
export function nameOfSource({ platform, account, integration }: ToldSource): string {
  return integration === null ? `Files of ${platform}` : `${platform} ${account}`.trimEnd();
}

function periodOf(days: readonly CalendarDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  return first === last ? `${first}` : `${first} to ${last}`;
}
