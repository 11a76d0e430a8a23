import { DAY_MS, MINUTE_MS, PLANS, type PlanCode } from '@cvq/contract';
import type { Admission, ControlStore } from '@cvq/storage';
import { secondsToNext } from './limits.ts';
import { rateLimited } from './rate-limited.ts';

type RefusedBy = Extract<Admission, { refusedBy: unknown }>['refusedBy'];

/** Who asks: a key, or an application by its grant. */
type Asker = {
  readonly id: string;
  readonly plan: PlanCode;
  readonly principal: { readonly kind: string };
};

/**
 * Count a request of a key or an application against its plan, and take one of its slots. The function that is returned gives the
 * slot back.
 * @throws ApiError rate_limited
 */
export async function admitRequest(
  { id, plan, principal }: Asker,
  control: ControlStore,
  now: number,
): Promise<() => Promise<void>> {
  const { requests_per_minute, requests_per_day, requests_at_once } = PLANS[plan];
  const limits = { perMinute: requests_per_minute, perDay: requests_per_day, atOnce: requests_at_once };
  const admission = await control.admit(id, limits, now);
  if ('refusedBy' in admission) {
    const who = principal.kind === 'key' ? 'This key' : 'This application';
    throw rateLimited({
      ...explain(admission.refusedBy, { who, plan, now }),
      // Without it, Retry-After runs to the end of the minute or of the day, as the interface says.
      scope: admission.refusedBy === 'concurrency' ? 'concurrency' : null,
    });
  }
  // A slot that cannot be given back is free after a while: no reason to take back a good answer.
  return () => control.release(admission.slot).catch(() => {});
}

type Asking = { readonly who: string; readonly plan: PlanCode; readonly now: number };

function explain(refusedBy: RefusedBy, { who, plan, now }: Asking): { message: string; seconds: number } {
  const limits = PLANS[plan];
  switch (refusedBy) {
    case 'day':
      return {
        message: `${who} has made the ${limits.requests_per_day} requests that its plan allows in a UTC day.`,
        seconds: secondsToNext(DAY_MS, now),
      };
    case 'minute':
      return {
        message: `${who} has made the ${limits.requests_per_minute} requests that its plan allows in a minute.`,
        seconds: secondsToNext(MINUTE_MS, now),
      };
    case 'concurrency':
      return {
        message: `${who} has ${limits.requests_at_once} requests running, as many at once as its plan allows.`,
        seconds: 1,
      };
  }
}
