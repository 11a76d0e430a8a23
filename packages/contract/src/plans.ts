/** What an account may have, by its plan. Counts of requests are of the read API and of one key. */
export type Plan = {
  /** Secret keys that are neither revoked nor expired. */
  readonly keys: number;
  readonly agency_wide_keys: boolean;
  readonly requests_per_minute: number;
  readonly requests_per_day: number;
  readonly requests_at_once: number;
};

export const PLANS = {
  starter: {
    keys: 3,
    agency_wide_keys: false,
    requests_per_minute: 60,
    requests_per_day: 5000,
    requests_at_once: 2,
  },
  growth: {
    keys: 10,
    agency_wide_keys: false,
    requests_per_minute: 120,
    requests_per_day: 20_000,
    requests_at_once: 5,
  },
  scale: {
    keys: 10,
    agency_wide_keys: false,
    requests_per_minute: 120,
    requests_per_day: 20_000,
    requests_at_once: 5,
  },
  agency: {
    keys: 25,
    agency_wide_keys: true,
    requests_per_minute: 300,
    requests_per_day: 100_000,
    requests_at_once: 10,
  },
  enterprise: {
    keys: 50,
    agency_wide_keys: true,
    requests_per_minute: 600,
    requests_per_day: 500_000,
    requests_at_once: 20,
  },
} as const satisfies Record<string, Plan>;

export type PlanCode = keyof typeof PLANS;
/** From the least to the most. */
export const PLAN_CODES = Object.keys(PLANS) as readonly PlanCode[];
