import type { ApiErrorBody } from '@cvq/contract';
import { noteReached, noteUnreached } from './reachability.ts';
import { isSignedOut, renewal, roleDoubted } from './session.ts';

const API = '/dashboard-api/v1';

type Facts = Pick<NotAnswered, 'status' | 'code' | 'requestId' | 'retryAfter' | 'fields'>;

/** What the collector refused or could not do, in its own words. */
export class NotAnswered extends Error {
  /** Null where nothing answered at all. */
  declare readonly status: number | null;
  declare readonly code: string;
  /** By which the log of the collector knows it; null where nothing answered. */
  declare readonly requestId: string | null;
  /** How long to wait before another try, in seconds; null where nothing is said of it. */
  declare readonly retryAfter: number | null;
  /** What is wrong with single fields of what was sent. */
  declare readonly fields: readonly { readonly field: string; readonly message: string }[];

  constructor(message: string, of: Facts) {
    super(message);
    Object.assign(this, of);
  }
}

/**
 * The answer to a question, as its schema in the contract says.
 * @throws NotAnswered; what `signal` ends throws its reason.
 */
export function ask<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return reach(path, { signal: signal ?? null }, (response) => response.json());
}

/**
 * What `read` takes from the answer. One that breaks off, or that something in between gave, such as a page of a network to sign in
 * on, is no answer.
 * @throws NotAnswered; what the signal ends throws its reason.
 */
export async function reach<Told>(
  path: string,
  init: RequestInit,
  read: (response: Response) => Promise<Told>,
): Promise<Told> {
  const before = renewal.peek();
  const endUnreached = (error: unknown): never => {
    if (init.signal?.aborted) throw error;
    noteUnreached();
    throw new NotAnswered('The collector does not answer.', {
      status: null,
      requestId: null,
      retryAfter: null,
      fields: [],
      code: 'unreachable',
    });
  };
  const response = await fetch(`${API}${path}`, init).catch(endUnreached);
  noteReached();
  if (response.ok) return read(response).catch(endUnreached);
  const refusal = await refusalOf(response);
  if (refusal.code !== 'unauthenticated') throw refusal;
  // It may have come with a session that another has taken the place of. What is told does not wait: it may be what
  // gives the other.
  if (init.method === undefined) {
    await renewal.peek();
    if (renewal.peek() !== before) return reach(path, init, read);
  }
  isSignedOut.value = true;
  throw refusal;
}

async function refusalOf(response: Response): Promise<NotAnswered> {
  const told = (await response.json().catch(() => null)) as Partial<ApiErrorBody> | null;
  // What stands between may answer in words of its own.
  const code = told?.error?.code ?? 'unknown';
  if (code === 'read_only_role' || code === 'not_allowed') roleDoubted.value += 1;
  return new NotAnswered(told?.error?.message ?? `The collector answered ${response.status}.`, {
    status: response.status,
    code,
    requestId: response.headers.get('X-Request-Id'),
    retryAfter: Number(response.headers.get('Retry-After')) || null,
    fields: (told?.error?.details?.fields as NotAnswered['fields'] | undefined) ?? [],
  });
}
