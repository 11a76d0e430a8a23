import { z } from 'zod';
import type { PlatformAnswer } from '../adapter.ts';
import type { ErrorClasses } from '../exchange/error-classes.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { refusalOfGoogle } from './refusal.ts';

/**
 * Words of the Google Ads API, of whichever of its enums.
 * @see https://developers.google.com/google-ads/api/docs/common-errors and the enums of the reference, `…ErrorEnum`
 */
const CODES_OF_GOOGLE_ADS: ErrorClasses = {
  INTERNAL_ERROR: 'transient',
  TRANSIENT_ERROR: 'transient',
  DEADLINE_EXCEEDED: 'transient',
  CONCURRENT_MODIFICATION: 'transient',
  RESOURCE_EXHAUSTED: 'throttled',
  RESOURCE_TEMPORARILY_EXHAUSTED: 'throttled',
  EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION: 'throttled',
  EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION: 'throttled',
  OAUTH_TOKEN_EXPIRED: 'auth',
  OAUTH_TOKEN_INVALID: 'auth',
  OAUTH_TOKEN_REVOKED: 'auth',
  OAUTH_TOKEN_DISABLED: 'auth',
  GOOGLE_ACCOUNT_COOKIE_INVALID: 'auth',
  CUSTOMER_NOT_FOUND: 'config',
  CUSTOMER_NOT_ENABLED: 'config',
  USER_PERMISSION_DENIED: 'config',
  INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION: 'config',
  PROJECT_DISABLED: 'config',
  MISSING_TOS: 'config',
  REQUESTED_METRICS_FOR_MANAGER: 'config',
};

const Failed = z.object({ error: z.unknown() });
const Failure = z.object({
  error: z.object({
    message: z.string().optional(),
    details: z
      .array(
        z.object({
          requestId: z.string().optional(),
          errors: z
            .array(
              z.object({
                errorCode: z.record(z.string(), z.string()).default({}),
                message: z.string().default(''),
              }),
            )
            .default([]),
        }),
      )
      .default([]),
  }),
});

/**
 * What the Google Ads API says where it says no, or where nobody has answered; null for a stream without an error. An
 * error of a stream stands in its list.
 * @see https://developers.google.com/google-ads/api/docs/get-started/handle-errors
 */
export function spendRefusalOfGoogle(exchange: Exchange, now: number): PlatformAnswer | null {
  if (!exchange.isAnswered) return refusalOfGoogle(exchange, now);
  const chunks: unknown[] = Array.isArray(exchange.json) ? exchange.json : [exchange.json];
  const failed = chunks.find((chunk) => Failed.safeParse(chunk).success);
  if (exchange.status === 200 && failed === undefined && Array.isArray(exchange.json)) return null;
  const general = refusalOfGoogle({ ...exchange, json: failed ?? exchange.json }, now);
  const failure = Failure.safeParse(failed);
  const [error] = failure.data?.error.details.flatMap(({ errors }) => errors) ?? [];
  const [code] = Object.values(error?.errorCode ?? {});
  if (code === undefined) return general;
  return {
    ...general,
    class: CODES_OF_GOOGLE_ADS[code] ?? general.class,
    code,
    message: error?.message ?? general.message,
    requestId: failure.data?.error.details.find(({ requestId }) => requestId)?.requestId ?? null,
  };
}
