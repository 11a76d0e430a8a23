import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { newRequestId, requestIdOf } from './request-id.ts';

/** An import of this module as a namespace would load Node's whole HTTP client, three megabytes that stay. */
const { createServer, ServerResponse: Response } = process.getBuiltinModule('node:http');

/** Limits on slow clients. Node looks at them once per check interval, so the interval bounds their precision. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

const GRACE_MS = 10_000;
const SWEEP_MS = 100;

/** A server that gives every response an id and can be drained. */
export type HttpServer = {
  readonly server: Server;
  isDraining(): boolean;
  /** Refuse new connections, finish what was accepted, and cut what has not ended after ten seconds. */
  drain(): Promise<void>;
};

export function createHttpServer(listener: RequestListener): HttpServer {
  let draining = false;

  /** What every head has. Added as it is sent: only then is it known whether the connection is to be closed. */
  function writeHead(this: ServerResponse, status: number, ...rest: unknown[]): ServerResponse {
    const [headers] = rest;
    if (Array.isArray(headers)) {
      headers.push('X-Request-Id', requestIdOf(this));
      if (draining) headers.push('Connection', 'close');
      return Response.prototype.writeHead.call(this, status, headers);
    }
    this.setHeader('X-Request-Id', requestIdOf(this));
    if (draining) this.setHeader('Connection', 'close');
    return Reflect.apply(Response.prototype.writeHead, this, [status, ...rest]);
  }

  const answer: RequestListener = (request, response) => {
    // On the response itself, since Express gives it another prototype.
    response.writeHead = writeHead;
    if (lacksHost(request)) refuse(response);
    else listener(request, response);
  };
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, answer);
  // What Node would answer by itself, or not at all, is answered here: with an id, in the envelope.
  server.on('checkExpectation', answer);
  server.on('connect', (_, socket) => answerBrokenRequest({}, socket));
  server.on('clientError', answerBrokenRequest);
  return {
    server,
    isDraining: () => draining,
    async drain() {
      draining = true;
      const closed = new Promise((resolve) => server.close(resolve));
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1';
}

const NOT_HTTP = { status: '400 Bad Request', error: 'The request is not valid HTTP.' };
/** What can be wrong before a request is whole: by Node's code for it. */
const BROKEN: Readonly<Record<string, { status: string; error: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'The headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'The request took too long to arrive.',
  },
};

const bodyOf = ({ error }: { readonly error: string }) => JSON.stringify({ success: false, error });

function refuse(response: ServerResponse): void {
  const body = bodyOf(NOT_HTTP);
  response.writeHead(400, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  response.end(body);
}

/** What Node's parser refuses never reaches a route; it is answered here, in the tracking envelope. */
function answerBrokenRequest(error: { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = BROKEN[error.code ?? ''] ?? NOT_HTTP;
  const body = bodyOf(refusal);
  socket.end(
    `HTTP/1.1 ${refusal.status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${newRequestId()}\r\nConnection: close\r\n\r\n${body}`,
  );
}
