import type { BrowserRequest } from '../../src/track/track-request.ts';

/** A request of a browser of which nothing is known but its body. */
export function browserRequest(json: object, receivedAt: number): BrowserRequest {
  return {
    kind: 'browser',
    body: new TextEncoder().encode(JSON.stringify(json)),
    receivedAt,
    address: '',
    userAgent: null,
    language: null,
    hints: undefined,
    headers: undefined,
    visit: undefined,
  };
}
