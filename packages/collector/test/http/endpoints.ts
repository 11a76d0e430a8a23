import { expect } from 'vitest';
import type { Answer, Call } from '../client.ts';
import { REQUEST_ID, START, type TestCollector, USER_AGENT } from '../collector.ts';

/** One of the three paths that take events, with what is different about it. */
export type Endpoint = {
  readonly path: string;
  /** Where its events go. */
  readonly project: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The status of a request that is right. */
  readonly success: number;
  /** A body that holds one event. */
  bodyWith(event: unknown): unknown;
  /** Where a field of that event is within the body. */
  readonly prefix: string;
  /** Why the only event of a request was refused, whether the request failed with it or not. */
  refusalOf(answer: Answer): unknown;
};

export function endpointsOf({
  project,
  serverKey,
}: Pick<TestCollector, 'project' | 'serverKey'>): Endpoint[] {
  const authorized = { Authorization: `Bearer ${serverKey}`, 'Content-Type': 'application/json' };
  return [
    {
      path: '/v1/track',
      project,
      headers: authorized,
      success: 200,
      bodyWith: (event) => event,
      prefix: '',
      refusalOf: ({ status, body }) => (status === 400 ? (body as { error: unknown }).error : null),
    },
    {
      path: '/v1/track/batch',
      project,
      headers: authorized,
      success: 200,
      bodyWith: (event) => ({ events: [event] }),
      prefix: 'events[0].',
      refusalOf: ({ body }) => (body as { results?: { error?: unknown }[] }).results?.[0]?.error ?? null,
    },
    {
      path: '/v1/events',
      project,
      headers: { 'Content-Type': 'text/plain;charset=UTF-8', 'User-Agent': USER_AGENT },
      success: 202,
      bodyWith: (event) => ({ key: project, visitor_id: 'visitor', session_id: 'session', events: [event] }),
      prefix: 'events[0].',
      refusalOf: ({ body }) => (body as { rejected?: { error?: unknown }[] }).rejected?.[0]?.error ?? null,
    },
  ];
}

let lastEvent = 0;

/** An event that every path takes: `id` is what a browser calls its id, `event_id` what a server does. */
export function event(fields: Record<string, unknown> = {}): Record<string, unknown> {
  lastEvent += 1;
  const id = `evt_${START}_event${lastEvent}`;
  return { event_type: 'ping', id, event_id: id, ...fields };
}

export function post({ path, headers }: Endpoint, body: string | Uint8Array): Call {
  return { method: 'POST', path, headers, body };
}

export function postEvent(endpoint: Endpoint, fields: Record<string, unknown> = {}): Call {
  return post(endpoint, JSON.stringify(endpoint.bodyWith(event(fields))));
}

/** That a request failed as a whole, as the specification says that the tracking APIs fail. */
export function expectFailure(answer: Answer, status: number, says: RegExp): void {
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ success: false, error: expect.stringMatching(says) });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['x-request-id']).toMatch(REQUEST_ID);
}
