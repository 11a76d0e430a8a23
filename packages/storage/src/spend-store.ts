import type { IntegrationProblem } from './integration.ts';

/** A day of a calendar: `2026-11-23`. */
export type CalendarDay = string;

/** CalendarDays of a calendar, both included. */
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

/** What is known of a source. Epoch milliseconds. */
export type SpendSourceState = SpendSource & {
  readonly currencies: readonly string[];
  /** When rows were stored last. */
  readonly readAt: number;
  /** The first and the last day that there are rows of; null where there are none. */
  readonly days: CalendarDays | null;
  /** The last day that was read while it was over, so that only a restatement changes it. */
  readonly lastGoodDay: CalendarDay | null;
  /** Why the last attempt to read failed; null after a success. */
  readonly problem: IntegrationProblem | null;
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
  /** Rows of before that are no more, of days that were read. */
  readonly removed: number;
  /** Rows of a file that do not count, since the platform itself tells of the same campaign and day. */
  readonly superseded: number;
};

/** Where spend is kept: a part of the control store. */
export interface SpendStore {
  /**
   * Puts rows in the place of all that the source has of the same days, all or none: until the last row has come nothing
   * is seen of them, and what fails half-way leaves what was there. CalendarDays are those of `days`, or, where that is null, those
   * that rows name. It is written in small parts, so that nobody waits for it.
   */
  replaceSpend(
    source: SpendSource,
    of: { readonly days: CalendarDays | null; readonly now: number },
    rows: Iterable<SpendRow> | AsyncIterable<SpendRow>,
  ): Promise<SpendReplaced>;
  /** Says why a source could not be read; what was read before stays. */
  noteSpendProblem(source: SpendSource, problem: IntegrationProblem): Promise<void>;
  /** What counts, of each campaign and day of the account, in the order of days. */
  readSpend(project: string, days: CalendarDays): Promise<CountedSpend[]>;
  listSpendSources(project: string): Promise<SpendSourceState[]>;
  /** Forgets a file's rows, or an integration's. How many those were. */
  removeSpend(source: Pick<SpendSource, 'project' | 'platform' | 'integration'>): Promise<number>;
  /** All or none; a rate of the same day and currencies is replaced. */
  putRates(project: string, rates: readonly ExchangeRate[]): Promise<void>;
  /** Those that say what days of a period are worth: of each pair of currencies also the last of before. */
  readRates(project: string, days: CalendarDays): Promise<ExchangeRate[]>;
}
