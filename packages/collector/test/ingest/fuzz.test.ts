import { Agent, request as open } from 'node:http';
import { MAX_ID_LENGTH, MAX_TEXT_LENGTH, PLACEHOLDER_ID } from '@cvq/contract';
import { cutText } from '@cvq/contract/redact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { boundMs, repetitions, SEED, tell } from '../durability/long-run.ts';
import {
  checked,
  createProject,
  type ExportedEvent,
  exported,
  residentMegabytes,
  serve,
  temporaryFolder,
} from '../durability/program.ts';
import { type Fuzzed, fuzzedBody, ID, KEY } from './fuzzed-bodies.ts';
import { serverKeys } from './server-keys.ts';

const BODIES = repetitions('FUZZED_BODIES', WHOLE ? 2000 : 200);
/** So many are sent at once, and shrunk together when one of them finds something. */
const AT_ONCE = 50;
/** A key may send a thousand requests in a minute. */
const BODIES_PER_KEY = 900;
const GROWTH_LIMIT_MB = 50;
/** What leaks meets its end: without a limit the heap grows to what the garbage collector finds comfortable. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=96' };

type Answer = { readonly status: number; readonly requestId: unknown; readonly body: unknown };
type Event = Readonly<Record<string, unknown>>;
/** An event that was accepted, as it was sent. */
type Accepted = { readonly kind: 'server' | 'browser'; readonly event: Event; readonly batch: Event };

const TRACK_ID = /^evt_\d{13}_[A-Za-z0-9]{1,32}$/;

describe(`${BODIES} bodies that nobody should send`, () => {
  it(
    'fail without a fault of the collector, or are kept as they were sent',
    async () => {
      const folder = temporaryFolder();
      const project = await createProject(folder);
      const keys = await serverKeys(folder, project.id, Math.ceil(BODIES / BODIES_PER_KEY) + 1);
      const collector = await serve(folder, { env: { CVQ_LOG_LEVEL: 'warn', ...SMALL_HEAP } });
      const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
      const accepted = new Map<string, Accepted | 'repeated'>();
      const statuses: Record<number, number> = {};
      let sent = 0;
      let halfway = 0;

      async function judge(fuzzed: Fuzzed): Promise<void> {
        sent += 1;
        if (sent === Math.floor(BODIES / 2)) halfway = residentMegabytes(collector.pid);
        const number = sent;
        let ids = 0;
        const text = fuzzed.body.replaceAll(KEY, project.id).replaceAll(ID, () => {
          ids += 1;
          return `evt_${1_795_255_200_000 - (number % 1000)}_f${number}x${ids}`;
        });
        // A cut may fall into a pair of surrogates, and there is no half of one in UTF-8: this is what is sent.
        const body = text.toWellFormed();
        const bearer = keys[Math.floor(number / BODIES_PER_KEY) % keys.length] as string;
        const answer = await post({ port: collector.port, agent, path: fuzzed.path, body, bearer });
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        expect(answer.requestId).toMatch(/^req_[0-9a-f]{32}$/);
        for (const [id, event] of acceptedBy(fuzzed.path, body, answer)) {
          accepted.set(id, accepted.has(id) ? 'repeated' : event);
        }
      }

      await fc.assert(
        fc.asyncProperty(fc.array(fuzzedBody, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (bodies) => {
          await Promise.all(bodies.map(judge));
        }),
        { numRuns: BODIES / AT_ONCE, seed: SEED, endOnFailure: false },
      );
      agent.destroy();

      const megabytes = { halfway, end: residentMegabytes(collector.pid) };
      expect(collector.log(), 'nothing unforeseen is logged').toBe('');
      expect(await collector.terminate()).toBe(0);
      expect(await checked(folder)).toBe('ok');

      const stored = new Map((await exported(folder, project.id)).map((event) => [event.event_id, event]));
      for (const [id, event] of accepted) {
        const found = stored.get(id);
        expect(found, `${id} was accepted`).toBeDefined();
        if (event !== 'repeated') expectAsSent(found as ExportedEvent, event);
      }
      expect(stored.size, 'nothing is stored that was not accepted').toBe(accepted.size);
      expect(accepted.size).toBeGreaterThan(BODIES / 10);
      tell('fuzz', { bodies: sent, seed: SEED, statuses, accepted: accepted.size, megabytes });
      if (BODIES >= 20_000) expect(megabytes.end - megabytes.halfway).toBeLessThan(GROWTH_LIMIT_MB);
    },
    boundMs(BODIES, 30),
  );
});

function post(call: {
  port: number;
  agent: Agent;
  path: string;
  body: string;
  bearer: string;
}): Promise<Answer> {
  const { port, agent, path, body, bearer } = call;
  const headers = {
    'Content-Type': path === '/v1/events' ? 'text/plain' : 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...(path !== '/v1/events' && { Authorization: `Bearer ${bearer}` }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = open({ host: '127.0.0.1', port, agent, path, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.once('error', reject);
      response.once('end', () => {
        const requestId = response.headers['x-request-id'];
        resolve({ status: response.statusCode ?? 0, requestId, body: JSON.parse(text) });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** The events that an answer accepts, by id. An answer that is none of the documented ones is a failure. */
function acceptedBy(path: Fuzzed['path'], body: string, answer: Answer): [string, Accepted][] {
  if (answer.status === 400 || answer.status === 401) {
    expect(answer.body).toEqual({ success: false, error: expect.stringMatching(/\S/) });
    if (answer.status === 401) expect(path).toBe('/v1/events');
    return [];
  }
  // A mark of the byte order may be before it.
  const batch = JSON.parse(body.replace(/^\ufeff/, '')) as Event;
  if (path === '/v1/events') return acceptedFromBrowser(batch, answer);
  expect(answer.status).toBe(200);
  if (path === '/v1/track') {
    expect(answer.body).toEqual({ success: true, event_id: expect.stringMatching(TRACK_ID) });
    return [[(answer.body as { event_id: string }).event_id, { kind: 'server', event: batch, batch: {} }]];
  }
  const events = batch.events as Event[];
  const { results } = answer.body as { results: { success: boolean; event_id: string }[] };
  const good = results.map(({ success }, index) => (success ? index : -1)).filter((index) => index >= 0);
  expect(answer.body).toEqual({
    success: true,
    accepted: good.length,
    results: events.map((_, index) =>
      good.includes(index)
        ? { success: true, event_id: expect.stringMatching(TRACK_ID) }
        : { success: false, error: expect.stringMatching(/\S/) },
    ),
  });
  return good.map((index) => [
    results[index]?.event_id as string,
    { kind: 'server', event: events[index] as Event, batch: {} },
  ]);
}

function acceptedFromBrowser(batch: Event, answer: Answer): [string, Accepted][] {
  expect(answer.status).toBe(202);
  const events = batch.events as Event[];
  const { accepted, duplicates, rejected } = answer.body as {
    accepted: number;
    duplicates: number;
    rejected: { index: number; error: string }[];
  };
  expect(accepted + duplicates + rejected.length).toBe(events.length);
  for (const { error } of rejected) expect(error).toMatch(/\S/);
  const refused = new Set(rejected.map(({ index }) => index));
  return events.flatMap((event, index) =>
    refused.has(index) ? [] : [[event.id as string, { kind: 'browser', event, batch }] as [string, Accepted]],
  );
}

/** What is kept of an id that a whole batch names: one that is no id costs no event. */
function usableId(id: unknown): string | null {
  const isUsable =
    typeof id === 'string' &&
    id !== '' &&
    id.length <= MAX_ID_LENGTH &&
    id.isWellFormed() &&
    !id.includes('\0');
  return isUsable ? id : null;
}

/** In JSON: half of a character of two units, or NUL, which no text of a store may hold. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:d[89a-f]|0000)/;

/** Consent that is no object, or cannot be kept as it is, denies everything, ids included. */
function isDeniedBy({ consent }: Event): boolean {
  if (consent === undefined || consent === null) return false;
  return typeof consent !== 'object' || Array.isArray(consent) || UNSTORABLE.test(JSON.stringify(consent));
}

function namedBy(id: unknown): string | null {
  return typeof id !== 'string' || PLACEHOLDER_ID.test(id) ? null : id;
}

function shortened(text: unknown): string | null {
  return typeof text === 'string' && text !== '' ? cutText(text, MAX_TEXT_LENGTH) : null;
}

/** A stored event says what its sender said: no number changed, nothing left out, only a long address is cut. */
function expectAsSent(stored: ExportedEvent, { kind, event, batch }: Accepted): void {
  const context = (event.context ?? {}) as Event;
  const sentId = (id: unknown) => (isDeniedBy(batch) ? null : usableId(id));
  const properties = { ...((event.properties ?? {}) as Event) };
  if (kind === 'server' && typeof properties.currency === 'string')
    properties.currency = properties.currency.toUpperCase();
  expect(stored).toMatchObject({
    event_type: (event.event_type as string).trim(),
    origin: kind,
    session_id:
      kind === 'server' ? (event.session_id ?? context.session_id ?? null) : sentId(batch.session_id),
    user_id: namedBy(kind === 'server' ? event.user_id : sentId(batch.user_id)),
  });
  // As JSON has it: there is no -0.
  expect(stored.properties).toEqual(JSON.parse(JSON.stringify(properties)));
  expect(stored.context).toMatchObject({
    page_url: shortened(context.page_url),
    referrer: shortened(context.referrer),
  });
  const sentAt =
    typeof event.timestamp === 'string' && batch.sent_at == null ? Date.parse(event.timestamp) : NaN;
  if (!Number.isNaN(sentAt)) expect(Date.parse(stored.timestamp)).toBe(sentAt);
}
