import type { BrowserRequest } from '../track/track-request.ts';

type Sent = Pick<BrowserRequest, 'receivedAt' | 'address' | 'userAgent' | 'language'> & {
  /** What the SDK would have sent. */
  readonly batch: object;
};

/** A request of a browser to the demo shop, as a collector would have received it. */
export function demoRequest({ batch, ...headers }: Sent): BrowserRequest {
  return {
    kind: 'browser',
    body: new TextEncoder().encode(JSON.stringify(batch)),
    ...headers,
    hints: undefined,
    headers: undefined,
    visit: undefined,
  };
}
