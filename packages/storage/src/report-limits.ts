/** What bounds how questions are answered, with what holds where nothing is said. */
export const REPORT_LIMITS = {
  /** How many questions are answered at once. */
  readers: { min: 1, max: 8, default: 2 },
  /** How long an answer may take. */
  deadlineSeconds: { min: 1, max: 600, default: 30 },
  /** What columns of days, and what questions work with, may take in memory, of all readers together. */
  memoryBytes: { min: 33_554_432, max: 68_719_476_736, default: 184_549_376 },
  /** When rows of a day are archived: once the project's newest event is so many hours later than its end. */
  archiveHours: { min: 0, max: 87_600, default: 48 },
} as const;
