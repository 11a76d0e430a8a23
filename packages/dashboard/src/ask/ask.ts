import type { ApiErrorBody } from '@cvq/contract';
import { noteReached, noteUnreached } from './reachability.ts';
import { isRenewedSince, noteSignedOut, renewals, roleDoubted } from './session.ts';

const API = '/dashboard-api/v1';

type Facts = Pick<NotAnswered, 'status' | 'code' | 'requestId' | 'retryAfter' | 'fields'>;

const NOTHING: Facts = { status: null, code: 'unreachable', requestId: null, retryAfter: null, fields: [] };

/** What the collector refused or could not do, in its own words. */
export class NotAnswered extends Error {
  /** Null where nothing answered at all. */
  readonly status: number | null;
  readonly code: string;
  /** By which the log of the collector knows it; null where nothing answered. */
  readonly requestId: string | null;
  /** How long to wait before another try, in seconds; null where nothing is said of it. */
  readonly retryAfter: number | null;
  /** What is wrong with single fields of what was sent. */
  readonly fields: readonly { readonly field: string; readonly message: string }[];

  constructor(message: string, of: Facts) {
    super(message);
    this.status = of.status;
    this.code = of.code;
    this.requestId = of.requestId;
    this.retryAfter = of.retryAfter;
    this.fields = of.fields;
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

/** @throws NotAnswered; what the signal ends throws its reason. */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  const session = renewals.peek();
  const response = await fetch(`${API}${path}`, { credentials: 'same-origin', ...init }).catch(
    (error: unknown) => {
      if (init.signal?.aborted) throw error;
      noteUnreached();
      throw new NotAnswered('The collector does not answer.', NOTHING);
    },
  );
  noteReached();
  if (response.ok) return response;
  const refusal = await refusalOf(response);
  if (refusal.code !== 'unauthenticated') throw refusal;
  // What is told does not wait: it may be what the others wait for.
  const isQuestion = init.method === undefined;
  if (isQuestion && (await isRenewedSince(session))) return reach(path, init);
  noteSignedOut();
  throw refusal;
}

async function refusalOf(response: Response): Promise<NotAnswered> {
  const told = (await response.json().catch(() => null)) as ApiErrorBody | null;
  const code = told?.error.code ?? 'unknown';
  if (code === 'read_only_role' || code === 'not_allowed') roleDoubted.value += 1;
  return new NotAnswered(told?.error.message ?? `The collector answered ${response.status}.`, {
    status: response.status,
    code,
    requestId: response.headers.get('X-Request-Id'),
    retryAfter: Number(response.headers.get('Retry-After')) || null,
    fields: (told?.error.details?.fields as NotAnswered['fields'] | undefined) ?? [],
  });
}
