import type { IncomingMessage, ServerResponse } from 'node:http';
import { MINUTE_MS } from '@cvq/contract/constants';
import { isOurFault } from '../errors/error-response.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { type Log, loggablePath } from '../log.ts';
import { requestIdOf } from './http-server.ts';

/** Lines of one failure in a minute. A full disk fails thousands of requests in a second, all for the same cause. */
const LINES_A_MINUTE = 10;
/** Failures that are told apart in a minute. Beyond that they count as one. */
const MOST_FAILURES = 100;
const OTHERS = 'other causes';

type Seen = { readonly cause: string; requests: number; unlogged: number };

/**
 * Writes failures of requests into the log: what is ours with the id of the request and the cause, and with its stack the
 * first time in a minute. Of one failure ten lines a minute are written, then how many more there were. What is
 * refused for lack of room is written as a sum alone.
 */
export class FailureLog {
  readonly #log: Log;
  /** By the words of the cause and its place in the code, what failed since the minute began. */
  readonly #seen = new Map<string, Seen>();
  #minute: NodeJS.Timeout | null = null;
  /** Requests refused while busy since the log said so; null while it has not. */
  #refusedBusy: number | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  note(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    if (error instanceof TrackRefused && error.countedAs === 'overloaded') this.#noteOverload();
    if (!isOurFault(error)) return;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const words = wordsOf(cause);
    const seen = this.#countOf(words, placeOf(cause));
    seen.requests += 1;
    const about = { requestId: requestIdOf(response), path: loggablePath(request.url ?? '') };
    if (seen.requests === 1) this.#log.error({ ...about, err: error }, 'A request failed');
    else if (seen.requests <= LINES_A_MINUTE) this.#log.error({ ...about, cause: words }, 'A request failed');
    else seen.unlogged += 1;
  }

  /** Writes what was only counted, at the end of a minute and of the collector. */
  flush(): void {
    if (this.#minute !== null) clearTimeout(this.#minute);
    this.#minute = null;
    for (const { cause, unlogged: requests } of this.#seen.values())
      if (requests > 0) this.#log.error({ requests, cause }, 'More requests failed for the same cause');
    this.#seen.clear();
    if (this.#refusedBusy)
      this.#log.warn(
        { requests: this.#refusedBusy },
        'More requests were refused while the collector was busy',
      );
    this.#refusedBusy = null;
  }

  #countOf(words: string, place: string): Seen {
    this.#beginMinute();
    const name = words + place;
    const isTold = this.#seen.has(name) || this.#seen.size < MOST_FAILURES || words === OTHERS;
    if (!isTold) return this.#countOf(OTHERS, '');
    const seen = this.#seen.get(name) ?? { cause: words, requests: 0, unlogged: 0 };
    this.#seen.set(name, seen);
    return seen;
  }

  /** Thousands are refused in a second then: the first is logged at once, and after a minute how many followed. */
  #noteOverload(): void {
    this.#beginMinute();
    if (this.#refusedBusy !== null) {
      this.#refusedBusy += 1;
      return;
    }
    this.#log.warn(
      'The collector is busy, so requests are refused with 503 or 429. Clients send them again.',
    );
    this.#refusedBusy = 0;
  }

  #beginMinute(): void {
    this.#minute ??= setTimeout(() => this.flush(), MINUTE_MS).unref();
  }
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

/** Where in the code a failure began: two faults may have the same words. */
function placeOf(cause: unknown): string {
  const stack = cause instanceof Error ? cause.stack : undefined;
  return stack?.split('\n').find((line) => line.startsWith('    at ')) ?? '';
}
