import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cvq/contract';
import type { DashboardSession } from '@cvq/storage';

/** Without a request a session ends after this time. */
export const IDLE_MS = 12 * HOUR_MS;
/** However much is asked, a session ends after this time. */
export const LONGEST_MS = 30 * DAY_MS;
/** How long a password counts as just given. */
const STEP_UP_MS = 10 * MINUTE_MS;

/** How often the use of a session is written down: a fraction of what it may be idle. */
export const NOTED_EVERY_MS = 5 * MINUTE_MS;

/** For how long requests that were under way when a session got another token may bring the one before. */
export const EARLIER_TOKEN_MS = 10_000;

/** Whether a session has been idle for too long, or is too old. `now`: epoch milliseconds. */
export function hasEnded({ createdAt, lastSeenAt }: DashboardSession, now: number): boolean {
  return now - lastSeenAt >= IDLE_MS || now - createdAt >= LONGEST_MS;
}

/** Until when the password need not be given again; null when it must. */
export function steppedUpUntil({ provenAt }: DashboardSession, now: number): number | null {
  return provenAt !== null && now - provenAt < STEP_UP_MS ? provenAt + STEP_UP_MS : null;
}
