import { ApiError } from '../errors/api-error.ts';

type Refusal = {
  readonly message: string;
  /** How long to wait. */
  readonly seconds: number;
  /** `concurrency` where too much runs at once; null where a quota is spent. */
  readonly scope: 'concurrency' | null;
  readonly cause?: unknown;
};

/** The answer to a caller that asks too much. */
export function rateLimited({ message, seconds, scope, cause }: Refusal): ApiError {
  return new ApiError('rate_limited', message, {
    details: { retry_after_seconds: seconds },
    headers: { 'Retry-After': String(seconds), ...(scope !== null && { 'X-RateLimit-Scope': scope }) },
    cause,
  });
}
