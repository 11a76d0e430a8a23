import type { Question } from './question.ts';

/** Processor milliseconds of a question, by its kind, over up to 30 days and over more. */
const CPU_MS: Readonly<Record<Question['target'], { readonly month: number; readonly more: number }>> = {
  roll_up: { month: 60, more: 60 },
  roll_up_long: { month: 140, more: 140 },
  scan: { month: 150, more: 350 },
  small: { month: 20, more: 20 },
};

/** What must hold. Times in milliseconds; sizes in bytes, a megabyte being 10^6. */
export const TARGETS = {
  cpuOf: ({ target, days }: Question) => CPU_MS[target][days <= 30 ? 'month' : 'more'],
  wallP95: 250,
  /** Processor time, as a multiple of what ClickHouse needs for the same question. */
  ofClickHouse: 1.1,
  firstAnswer: 1_000,
  residentBytes: 400e6,
  bytesPerEvent: 100,
  live: {
    readP95: 150,
    /** 99th percentile of ingest beside analysts, as a multiple of ingest alone. */
    ingestBesideAlone: 1.5,
    /** What one new event may add to the processor time of a question. */
    oneEvent: 5,
    /** What questions that nobody waits for may add to the question of another account. */
    abandonedDelay: 50,
  },
  /** Processor milliseconds for the figures of a page, up to so many events and beyond. */
  page: { small: { events: 100_000, cpuMs: 50 }, large: { cpuMs: 150 } },
  tenantWallP95: 5,
  importReadP95: 1_000,
} as const;
