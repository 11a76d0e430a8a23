import { BrowserBatch, BrowserEvent, parseEventId } from '@cvq/contract';
import { vi } from 'vitest';

type Answer = { status: number; retryAfter?: string };

/** Stands where the collector is: reads every request with the contract's own schemas, and answers as told. */
export function fakeCollector() {
  const requests: { url: string; by: 'fetch' | 'beacon'; batch: BrowserBatch; events: BrowserEvent[] }[] = [];
  let answer: Answer | 'unreachable' | 'silent' = { status: 202 };
  const answerText = '{"accepted":0,"duplicates":0,"rejected":[{"index":0,"error":"no"}]}';

  const sent: { body: string }[] = [];

  const receive = (by: 'fetch' | 'beacon', url: string, body: string) => {
    sent.push({ body });
    const batch = BrowserBatch.parse(JSON.parse(body));
    const events = batch.events.map((event) => BrowserEvent.parse(event));
    for (const { id } of events) if (!parseEventId(id)) throw new Error(`not an event id: ${id}`);
    requests.push({ url, by, batch, events });
  };

  vi.stubGlobal('fetch', async (url: string, request: { body: string }) => {
    receive('fetch', url, request.body);
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    if (answer === 'silent') return new Promise(() => {});
    const { status, retryAfter } = answer;
    return {
      status,
      text: async () => answerText,
      headers: new Headers(retryAfter ? { 'retry-after': retryAfter } : {}),
    };
  });
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (url: string, body: string) => {
      receive('beacon', url, body);
      return true;
    },
  });

  return {
    requests,
    /** The bodies as they were sent, with what the contract does not know. */
    sent,
    events: () => requests.flatMap(({ events }) => events),
    named: (type: string) => requests.flatMap(({ events }) => events).filter((e) => e.event_type === type),
    answers: (next: Answer | 'unreachable' | 'silent') => {
      answer = next;
    },
  };
}
