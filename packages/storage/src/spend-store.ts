import type { IntegrationProblem } from './integration.ts';

/** A day of a calendar: `2026-11-23`. */
export type CalendarDay = string;

/** Days of a calendar, both included. */
export type CalendarDays = { readonly first: CalendarDay; readonly last: CalendarDay };

/**
 * What one campaign cost on one day of its account, as it was received: never converted, never moved to another zone.
 * Amounts are millionths of a unit of the currency.
 */
export type SpendRow = {
  readonly date: CalendarDay;
  readonly campaignId: string;
  readonly campaign: string;
  readonly micros: bigint;
  readonly currency: string;
  readonly impressions: number;
  readonly clicks: number;
};

/** Where rows of spend came from: an account of a platform that is asked, or a file. */
export type SpendSource = {
  readonly project: string;
  /** `google_ads`, `meta_ads`, `microsoft_ads`, or what a file calls another one. */
  readonly platform: string;
  /** Null for a file. */
  readonly integration: string | null;
  /** As the platform numbers it; empty for a file. */
  readonly account: string;
  /** IANA zone that the days of the account are of; null where it is not known, or the platform has no name for it. */
  readonly timeZone: string | null;
};

/** How reading a source went last. Epoch milliseconds. */
export type SpendReading = SpendSource & {
  /** When it was read last with success; null where it never was. */
  readonly readAt: number | null;
  /** Why the last attempt to read failed; null after a success. */
  readonly problem: IntegrationProblem | null;
};

/** What is known of a source. */
export type SpendSourceState = SpendReading & {
  /** False of an account that its integration has left for another: what it cost counts, and nothing more is read of it. */
  readonly isCurrent: boolean;
  readonly currencies: readonly string[];
  /** The first and the last day that there are rows of; null where there are none. */
  readonly days: CalendarDays | null;
  /** The last day that was read while it was over, so that only a restatement changes it. */
  readonly lastGoodDay: CalendarDay | null;
};

/** A row of a file, with the line that it begins at. */
export type SpendLine = SpendRow & { readonly platform: string; readonly line: number };

/** A day of a source that was read, also where there was nothing to store of it. `readAt`: epoch milliseconds. */
export type SpendDay = Pick<SpendSource, 'platform' | 'integration' | 'account' | 'timeZone'> & {
  readonly date: CalendarDay;
  readonly readAt: number;
};

/** A row of spend that counts: of a platform's and a file's for the same platform, campaign and day, the platform's. */
export type CountedSpend = SpendRow & { readonly platform: string; readonly account: string };

/** What one unit of a currency was worth in another, from a day on. */
export type ExchangeRate = {
  readonly date: CalendarDay;
  readonly from: string;
  readonly to: string;
  readonly rate: number;
};

/** What became of an import. */
export type SpendReplaced = {
  readonly stored: number;
  /** Rows from before that are no more, of days that were read. */
  readonly removed: number;
  /** Rows of a file that do not count, since the platform itself tells of the same campaign and day. */
  readonly superseded: number;
};

/** Rows of spend that count of one day and currency, added up. */
export type DailySpend = Pick<SpendRow, 'date' | 'micros' | 'currency' | 'impressions' | 'clicks'>;

/** What counts in a period, and what is known of it. */
export type SpendOfDays = {
  /** Of each campaign and day of the account, in the order of days. */
  readonly rows: readonly CountedSpend[];
  /** What was read: a day of a source that is not here is not known, and is no zero. */
  readonly read: readonly SpendDay[];
};

/** Where spend is kept: a part of the control store. */
export interface SpendStore {
  /**
   * Puts rows in the place of all that the source has of `days`, all or none: until the last row has come nothing is seen
   * of them, and what fails or is killed half-way leaves what was there. It is written in small commits, so that nobody
   * waits for it. Of two rows of the same campaign and day the later one is stored. `now` is when the reading began.
   * @throws SpendImportEnded
   */
  replaceSpend(
    source: SpendSource,
    of: { readonly days: CalendarDays; readonly now: number },
    rows: Iterable<SpendRow> | AsyncIterable<SpendRow>,
  ): Promise<SpendReplaced>;
  /**
   * The same for a file: its rows take the place of what files said of the platforms and days that it names. Nothing is
   * stored where two lines are of the same platform, campaign and day; `repeated` is told of both.
   * @throws SpendImportEnded, SpendLineRepeated
   */
  importSpend(
    project: string,
    of: { readonly now: number; readonly repeated: (line: number, before: number) => void },
    rows: Iterable<SpendLine> | AsyncIterable<SpendLine>,
  ): Promise<SpendReplaced>;
  /** Says why a source could not be read; what was read before stays. */
  noteSpendProblem(source: SpendSource, problem: IntegrationProblem): Promise<void>;
  /** As of one moment. */
  readSpend(project: string, days: CalendarDays): Promise<SpendOfDays>;
  /** The same with all rows of a day and currency added up: as exact, and many times as fast where there are many campaigns. */
  sumSpend(
    project: string,
    days: CalendarDays,
  ): Promise<Pick<SpendOfDays, 'read'> & { readonly rows: readonly DailySpend[] }>;
  /** What was read of a period, without what it cost. */
  readSpendDays(project: string, days: CalendarDays): Promise<SpendDay[]>;
  /** The accounts of all projects that are or were to be read; without those that their integration has left. */
  listSpendReadings(): Promise<SpendReading[]>;
  /** By platform, those of integrations before files. */
  listSpendSources(project: string): Promise<SpendSourceState[]>;
  /** Forgets a file's rows, where `integration` is null, or an integration's. How many those were. */
  removeSpend(source: Pick<SpendSource, 'project' | 'platform' | 'integration'>): Promise<number>;
  /** All or none, in one commit; a rate of the same day and currencies is replaced. */
  putRates(project: string, rates: readonly ExchangeRate[]): Promise<void>;
  /** Those that say what days of a period are worth: of each pair of currencies also the last one before. */
  readRates(project: string, days: CalendarDays): Promise<ExchangeRate[]>;
  /** Forgets the rates from one currency to another, or that of one day. How many those were. */
  removeRates(
    project: string,
    of: Pick<ExchangeRate, 'from' | 'to'> & { readonly date: CalendarDay | null },
  ): Promise<number>;
}
