import type { z } from 'zod';
import { DAY_MS } from '../formats.ts';
import type { MockAnswer } from '../mock-request.ts';
import type { MetaEvent } from './event-schema.ts';
import { metaError } from './meta-error.ts';

/** How old an event may be. */
const MOST_DAYS = 7;
/** Clocks differ. */
const MOST_AHEAD_MS = 60_000;

/** What tells something of a person by itself: an event needs one of these. */
const MATCHING = ['em', 'ph', 'external_id', 'fbc', 'fbp', 'client_ip_address', 'lead_id', 'fb_login_id'];

/** How Meta refuses a request that does not fit; the first of its problems is told. */
export function refusalOf(error: z.ZodError): MockAnswer {
  const [issue] = error.issues;
  if (issue === undefined) return metaError({ code: 100 });
  const place = placeOf(issue.path);
  if (issue.code === 'unrecognized_keys')
    return metaError({ code: 100, message: `(#100) Unexpected key "${issue.keys[0]}" on param "${place}".` });
  if (issue.path.at(-1) === 'fbc')
    return metaError({ code: 100, subcode: 2804001, title: 'Click ID Incorrectly Formatted' });
  if (issue.code === 'custom' && issue.params?.wrong === 'missing')
    return metaError({ code: 100, subcode: 2804050, title: `Missing ${place}` });
  // Which subcode belongs to which other field is not documented: this one is of the family.
  return metaError({
    code: 100,
    subcode: 2804019,
    message: `(#100) Param ${place} is invalid: ${issue.message}`,
  });
}

/** Null for events that are young enough and tell of somebody. One that is not fails the request. */
export function refusalOfEvents(events: readonly MetaEvent[], now: number): MockAnswer | null {
  if (events.some(({ event_time }) => event_time * 1000 < now - MOST_DAYS * DAY_MS))
    return metaError({ code: 100, subcode: 2804003, title: 'Event Timestamp Too Old' });
  if (events.some(({ event_time }) => event_time * 1000 > now + MOST_AHEAD_MS))
    return metaError({ code: 100, subcode: 2804004, title: 'Event Timestamp In The Future' });
  if (events.every(({ user_data }) => MATCHING.some((name) => name in user_data))) return null;
  return metaError({ code: 100, subcode: 2804050, title: 'Missing Customer Information Parameters' });
}

const placeOf = (path: readonly PropertyKey[]): string =>
  `$${path.map((part) => (typeof part === 'number' ? `[${part}]` : `['${String(part)}']`)).join('')}`;
