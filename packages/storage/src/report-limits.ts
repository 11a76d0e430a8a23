/** What bounds how questions are answered, with what holds where nothing is said. */
export const REPORT_LIMITS = {
  /** How many questions are answered at once. */
  readers: { min: 1, max: 8, default: 2 },
  /** How long an answer may take. */
  deadlineSeconds: { min: 1, max: 600, default: 30 },
} as const;
