import type { NamedEvent } from './named-event.ts';
import { TrackError } from './track-error.ts';

export type Sending = {
  readonly base: URL;
  readonly serverKey: string;
  readonly timeoutMs: number;
  readonly fetch: typeof globalThis.fetch;
  readonly wait: (ms: number) => Promise<unknown>;
};

type Attempt = Sending & { readonly events: readonly NamedEvent[] };

/** A successful answer: of one event its id, of a batch a result for each. */
type Answer = { readonly success: true; readonly event_id?: unknown; readonly results?: unknown };
type Said = Readonly<Record<string, unknown>> | null;

/** As the specification recommends: up to 3 attempts on 429 and 5xx, after a delay that is doubled each time. */
const ATTEMPTS = 3;
const FIRST_DELAY_MS = 1000;
/** A quota of a minute has room again within this time. Whoever waits for longer had better keep the events. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Posts a body until it is answered with success or for good.
 * @throws TrackError
 */
export async function sendUntilAnswered(path: string, body: object, attempt: Attempt): Promise<Answer> {
  const text = JSON.stringify(body, withoutGuesses);
  for (let count = 1; ; count += 1) {
    const answer = await send(path, text, attempt);
    if (!(answer instanceof TrackError)) return answer;
    const waitMs = Math.max(FIRST_DELAY_MS * 2 ** (count - 1), (answer.retryAfterSeconds ?? 0) * 1000);
    if (count === ATTEMPTS || !mayPass(answer) || waitMs > LONGEST_WAIT_MS) throw answer;
    await attempt.wait(waitMs);
  }
}

/**
 * JSON writes a number that is none (NaN) as null, which says that there is no amount. As a text the collector refuses it, and
 * tells which field is wrong.
 */
function withoutGuesses(name: string, value: unknown): unknown {
  const isNone = typeof value === 'number' && !Number.isFinite(value);
  return isNone && /^(value|price|quantity)$/.test(name) ? String(value) : value;
}

function mayPass({ status }: TrackError): boolean {
  return status === null || status === 429 || status >= 500;
}

async function send(path: string, body: string, attempt: Attempt): Promise<Answer | TrackError> {
  const { base, serverKey, timeoutMs, events } = attempt;
  try {
    const response = await attempt.fetch(new URL(path, base), {
      method: 'POST',
      headers: { Authorization: `Bearer ${serverKey}`, 'Content-Type': 'application/json' },
      body,
      // Elsewhere the key would be a stranger's.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status } = response;
    const said = asObject(await response.text());
    if (response.ok && isReceipt(said, events)) return said;
    const retryAfterSeconds = secondsOf(response.headers.get('retry-after'));
    const why = typeof said?.error === 'string' ? said.error : whyNone(base, status);
    return new TrackError(why, { status, events, retryAfterSeconds });
  } catch (cause) {
    const why = `The collector at ${base.host} did not answer: ${reasonOf(cause)}`;
    return new TrackError(why, { status: null, events, retryAfterSeconds: null, cause });
  }
}

/** True for what tells of each event what became of it: other programs say `success` as well. */
function isReceipt(said: Said, events: readonly NamedEvent[]): said is Answer {
  if (said?.success !== true) return false;
  const { event_id, results } = said;
  return Array.isArray(results) ? results.length === events.length : typeof event_id === 'string';
}

/** Of an answer that is no collector's: a proxy's before it, or that of another program. */
function whyNone({ host }: URL, status: number): string {
  if (status === 429 || status >= 500)
    return `The collector at ${host} cannot be reached: a proxy answered ${status}`;
  return `${host} answered ${status}, and not as a collector of cvq does: look at \`endpoint\``;
}

function asObject(text: string): Said {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** `Retry-After` of a collector is a number of seconds; a proxy's may be a date, which is not looked at. */
function secondsOf(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header);
  return seconds >= 0 ? seconds : null;
}

/** `fetch` says "fetch failed", and the cause of it why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}
