import type { ApiErrorBody } from '@cvq/contract';

const API = '/dashboard-api/v1';

/** What the collector refused or could not do, in its own words. */
export class NotAnswered extends Error {
  /** Null where nothing answered at all. */
  readonly status: number | null;
  readonly code: string;
  /** By which the log of the collector knows it; null where nothing answered. */
  readonly requestId: string | null;
  /** How long to wait before another try, in seconds; null where nothing is said of it. */
  readonly retryAfter: number | null;

  constructor(message: string, of: Pick<NotAnswered, 'status' | 'code' | 'requestId' | 'retryAfter'>) {
    super(message);
    this.status = of.status;
    this.code = of.code;
    this.requestId = of.requestId;
    this.retryAfter = of.retryAfter;
  }
}

/**
 * The answer to a question, as its schema in the contract says.
 * @throws NotAnswered; what `signal` ends throws its reason.
 */
export async function ask<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await reach(path, { signal: signal ?? null });
  return (await response.json()) as Answer;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(`${API}${path}`, { credentials: 'same-origin', ...init }).catch(
    (error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new NotAnswered('The collector does not answer.', {
        ...{ status: null, code: 'unreachable', requestId: null, retryAfter: null },
      });
    },
  );
  if (response.ok) return response;
  const told = (await response.json().catch(() => null)) as ApiErrorBody | null;
  throw new NotAnswered(told?.error.message ?? `The collector answered ${response.status}.`, {
    status: response.status,
    code: told?.error.code ?? 'unknown',
    requestId: response.headers.get('X-Request-Id'),
    retryAfter: Number(response.headers.get('Retry-After')) || null,
  });
}
