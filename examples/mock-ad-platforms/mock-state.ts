import type { PlatformName, Purpose } from './mock-request.ts';
import type { HeldConversion, UncountedConversion } from './open-conversions.ts';
import type { SpendFigure } from './spend-figures.ts';

/** What a platform holds, and what it was asked. Times are epoch milliseconds. */
export type PlatformState = {
  /** All requests that came, by what they were for. */
  readonly requests: Readonly<Record<Purpose, number>>;
  /** Of requests with conversions, those that were answered with an error or not at all. */
  readonly failed: number;
  /** Conversions that were taken, repeats and others that do not count included. */
  readonly taken: number;
  /** What the advertiser would see: every conversion once. */
  readonly conversions: readonly HeldConversion[];
  readonly uncounted: readonly UncountedConversion[];
  /** What ads cost, as the platform tells it. */
  readonly spend: readonly SpendFigure[];
  /** The latest requests. */
  readonly log: readonly LoggedRequest[];
};

export type LoggedRequest = {
  readonly at: number;
  readonly purpose: Purpose;
  readonly method: string;
  readonly path: string;
  /** Null for one that is not answered. */
  readonly status: number | null;
  /** True where a scripted fault was met. */
  readonly isFault: boolean;
};

export type MockState = { readonly now: number } & Readonly<Record<PlatformName, PlatformState>>;
