import { BrowserBatch, BrowserEvent, parseEventId } from '@cvq/contract';
import { vi } from 'vitest';

type Answer = {
  status: number;
  retryAfter?: string;
  text?: string;
  /** Each event is refused by itself, in an answer of success. */
  rejects?: boolean;
  /** Says nothing of events that it is asked for. */
  isOlder?: boolean;
};

/** Stands where the collector is: reads every request with the contract's own schemas, and answers as told. */
export function fakeCollector() {
  const requests: { url: string; by: 'fetch' | 'beacon'; batch: BrowserBatch; events: BrowserEvent[] }[] = [];
  let answer: Answer | 'unreachable' | 'silent' = { status: 202 };
  let losesBeacons = false;
  let takesBeacons = true;
  const stored = new Set<string>();

  const sent: { body: string }[] = [];

  const receive = (by: 'fetch' | 'beacon', url: string, body: string) => {
    sent.push({ body });
    const batch = BrowserBatch.parse(JSON.parse(body));
    const events = batch.events.map((event) => BrowserEvent.parse(event));
    for (const { id } of events) {
      if (!parseEventId(id)) throw new Error(`not an event id: ${id}`);
      if (by === 'beacon' ? !losesBeacons : typeof answer === 'object' && answer.status === 202)
        stored.add(id);
    }
    requests.push({ url, by, batch, events });
    return batch;
  };

  const textOf = ({ status, rejects, isOlder }: Answer, { events, unsure }: BrowserBatch) => {
    if (status !== 202) return JSON.stringify({ success: false, error: 'no' });
    const known = unsure && !isOlder && { stored: unsure.filter((id) => stored.has(id)) };
    const rejected = rejects ? events.map((_, index) => ({ index, error: 'no' })) : [];
    return JSON.stringify({ accepted: events.length - rejected.length, duplicates: 0, rejected, ...known });
  };

  vi.stubGlobal('fetch', async (url: string, request: { body: string }) => {
    const batch = receive('fetch', url, request.body);
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    if (answer === 'silent') return new Promise(() => {});
    const { status, retryAfter, text = textOf(answer, batch) } = answer;
    return {
      status,
      text: async () => text,
      headers: new Headers(retryAfter ? { 'retry-after': retryAfter } : {}),
    };
  });
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (url: string, body: string) => {
      if (takesBeacons) receive('beacon', url, body);
      return takesBeacons;
    },
  });

  return {
    requests,
    /** The bodies as they were sent, with what the contract does not know. */
    sent,
    events: () => requests.flatMap(({ events }) => events),
    named: (type: string) => requests.flatMap(({ events }) => events).filter((e) => e.event_type === type),
    /** Another page has delivered these events. */
    stores: (ids: Iterable<string>) => {
      for (const id of ids) stored.add(id);
    },
    answers: (next: Answer | 'unreachable' | 'silent') => {
      answer = next;
    },
    /** From now on events are refused one by one in an answer of success. */
    rejects: () => {
      answer = { status: 202, rejects: true };
    },
    /** Beacons leave the browser and arrive nowhere. */
    losesBeacons: (isLosing = true) => {
      losesBeacons = isLosing;
    },
    /** The browser takes no beacon. */
    takesNoBeacons: () => {
      takesBeacons = false;
    },
  };
}
