import { named } from './named-event.ts';
import { type Sending, sendUntilAnswered } from './send-until-answered.ts';
import type { ServerEvent } from './server-event.ts';

export type TrackerOptions = {
  /** Address of the collector, such as `https://collect.example.com`. */
  readonly endpoint: string;
  /** `srv_…`: the server key of the project. */
  readonly serverKey: string;
  /** How long an attempt may take: 10 seconds unless told otherwise. */
  readonly timeoutMs?: number;
  /** For proxies and tests: `fetch` of Node.js unless told otherwise. */
  readonly fetch?: typeof globalThis.fetch;
  /** Resolves after so many milliseconds. For tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** Epoch milliseconds. For tests. */
  readonly now?: () => number;
};

export type Tracked = { readonly event_id: string };

/** What became of one event of a batch. */
export type TrackResult =
  | { readonly success: true; readonly event_id: string }
  | { readonly success: false; readonly error: string };

/** Of one request. */
const MAX_EVENTS = 100;
const TIMEOUT_MS = 10_000;

/**
 * Records events of a backend. An event is durable once its promise resolves.
 *
 * An attempt that is answered with 429 or 5xx, or not at all, is followed by two more, after 1 and 2 seconds, or when the
 * collector says that it will take requests again, if that is within a minute. Each event has an id and a time before the first
 * one, so that it is stored once, and when it happened.
 */
export class Tracker {
  readonly #sending: Sending;
  readonly #now: () => number;

  /** @throws TypeError for an endpoint that is no address, a key that is no server key, or a time that is none. */
  constructor({ endpoint, serverKey, timeoutMs = TIMEOUT_MS, fetch, wait, now }: TrackerOptions) {
    this.#now = now ?? Date.now;
    this.#sending = {
      base: baseOf(endpoint),
      serverKey: requireServerKey(serverKey),
      timeoutMs: requireTimeout(timeoutMs),
      fetch: fetch ?? globalThis.fetch,
      wait: wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    };
  }

  /**
   * Records one event.
   * @throws TrackError when it is refused, or no attempt was answered.
   */
  async track(event: ServerEvent): Promise<Tracked> {
    const sent = named(event, this.#now());
    const answer = await sendUntilAnswered('v1/track', sent, { ...this.#sending, events: [sent] });
    return { event_id: String(answer.event_id) };
  }

  /**
   * Records 1 to 100 events by one request. What is wrong with one of them concerns no other.
   * @returns what became of each, in their order
   * @throws TrackError when the request is refused, or no attempt was answered; TypeError for more than 100, or what is no event.
   */
  async trackBatch(events: readonly ServerEvent[]): Promise<TrackResult[]> {
    if (events.length > MAX_EVENTS)
      throw new TypeError(`trackBatch takes at most ${MAX_EVENTS} events at once, not ${events.length}`);
    const now = this.#now();
    const sent = events.map((event) => named(event, now));
    const answer = await sendUntilAnswered(
      'v1/track/batch',
      { events: sent },
      { ...this.#sending, events: sent },
    );
    return answer.results as TrackResult[];
  }
}

/** The most that a timer takes is 2^31 - 1 milliseconds. */
function requireTimeout(ms: number): number {
  if (Number.isInteger(ms) && ms > 0 && ms < 2 ** 31) return ms;
  throw new TypeError('Tracker needs `timeoutMs` in whole milliseconds, such as 10000');
}

/** Below a path, too, where a proxy has the collector there. */
function baseOf(endpoint: unknown): URL {
  const text = typeof endpoint === 'string' ? `${endpoint.replace(/\/+$/, '')}/` : '';
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address !== null && /^https?:$/.test(address.protocol) && !/[?#@]/.test(address.href)) return address;
  throw new TypeError(
    'Tracker needs `endpoint`, the address of the collector, such as https://collect.example.com',
  );
}

function requireServerKey(key: unknown): string {
  if (typeof key === 'string' && /^srv_[\x21-\x7e]+$/.test(key)) return key;
  const isPublic = typeof key === 'string' && key.startsWith('proj_');
  const why = isPublic ? 'this one is the public tracking key' : 'option `serverKey` is not set, or is none';
  throw new TypeError(`Tracker needs the server key of the project, srv_…: ${why}`);
}
