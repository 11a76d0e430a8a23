import type { Purpose } from './mock-request.ts';
import type { LoggedRequest } from './mock-state.ts';

const MOST_KEPT = 200;
const NONE = { token: 0, send: 0, verify: 0, spend: 0, query: 0 };

export type RequestLog = {
  add(request: LoggedRequest): void;
  readonly requests: Readonly<Record<Purpose, number>>;
  failed(): number;
  latest(): readonly LoggedRequest[];
  forget(): void;
};

/** What a platform was asked: counted, and the latest in full. */
export function openRequestLog(): RequestLog {
  const requests = { ...NONE };
  let latest: LoggedRequest[] = [];
  let failed = 0;
  return {
    add(request) {
      requests[request.purpose] += 1;
      if (request.purpose === 'send' && (request.status === null || request.status >= 300)) failed += 1;
      latest = [...latest.slice(1 - MOST_KEPT), request];
    },
    requests,
    failed: () => failed,
    latest: () => latest,
    forget() {
      Object.assign(requests, NONE);
      latest = [];
      failed = 0;
    },
  };
}
