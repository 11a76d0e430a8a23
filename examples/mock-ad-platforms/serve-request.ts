import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from './fault.ts';
import type { MockPlatform, Operation } from './mock-platform.ts';
import type { MockAnswer, MockRequest, PlatformName } from './mock-request.ts';
import type { Faults } from './open-faults.ts';
import type { RequestLog } from './request-log.ts';

export type Serving = {
  readonly platforms: Readonly<Record<PlatformName, MockPlatform>>;
  readonly logs: ReadonlyMap<PlatformName, RequestLog>;
  readonly faults: Faults;
  readonly now: () => number;
  /** Told after a platform has taken a request with conversions, and before it answers. */
  readonly onTaken: (platform: PlatformName) => void;
};

/** What happens to a request: an answer, or its connection hangs or ends. */
export type Outcome = MockAnswer | 'hang' | 'cut';

/** Carries out a request for one of the platforms. Null where none of them has its path. */
export function serveRequest(message: IncomingMessage, body: string, serving: Serving): Outcome | null {
  const url = new URL(message.url ?? '/', 'http://localhost');
  for (const [name, platform] of Object.entries(serving.platforms) as [PlatformName, MockPlatform][]) {
    for (const operation of platform.operations) {
      const found = operation.method === message.method ? operation.path.exec(url.pathname) : null;
      if (found === null) continue;
      const { pathname: path, searchParams: query } = url;
      const request = { path, query, headers: message.headers, body, groups: { ...found.groups } };
      return carryOut(request, operation, { name, platform, serving });
    }
  }
  return null;
}

type Addressee = { readonly name: PlatformName; readonly platform: MockPlatform; readonly serving: Serving };

function carryOut(
  request: MockRequest,
  operation: Operation,
  { name, platform, serving }: Addressee,
): Outcome {
  const fault = serving.faults.meet(name, operation.purpose);
  if (fault?.expiresToken === true) platform.expire(request);
  const answer = answerOf(request, operation, fault);
  const isCarriedOut = answer !== null && answer.status < 300;
  if (isCarriedOut && operation.purpose === 'send') serving.onTaken(name);
  if (!isCarriedOut && fault?.effect !== undefined) serving.faults.postpone(name, fault);
  const outcome = fault?.connection ?? answer ?? 'cut';
  const status = typeof outcome === 'string' ? null : outcome.status;
  const { purpose, method } = operation;
  serving.logs
    .get(name)
    ?.add({ at: serving.now(), purpose, method, path: request.path, status, isFault: fault !== null });
  return outcome;
}

/** Null for a request that is not carried out, and gets no answer either. */
function answerOf(request: MockRequest, operation: Operation, fault: Fault | null): MockAnswer | null {
  if (fault?.answer !== undefined) return fault.answer;
  if (fault?.connection !== undefined && fault.isTaken !== true) return null;
  return operation.handle(request, fault?.effect ?? {});
}

/** Gives a request the end that it is to have. One that hangs is left open until the client goes or the server ends. */
export function respond(response: ServerResponse, outcome: Outcome): void {
  if (outcome === 'hang') return;
  if (outcome === 'cut') {
    response.socket?.destroy();
    return;
  }
  const { status, headers, body } = outcome;
  if (body instanceof Uint8Array) {
    response.writeHead(status, { 'Content-Type': 'application/octet-stream', ...headers });
    response.end(body);
    return;
  }
  const isPage = typeof body === 'string';
  response.writeHead(status, {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    ...headers,
  });
  response.end(isPage ? body : JSON.stringify(body));
}
