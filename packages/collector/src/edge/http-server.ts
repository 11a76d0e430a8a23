import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ApiErrorBody, TrackErrorBody } from '@cvq/contract';
import { ApiError } from '../errors/api-error.ts';
import { toApiResponse } from '../errors/error-response.ts';
import { limitConnections } from './connections.ts';
import { isTrackPath } from './is-track-path.ts';
import { addressIn, RequestGate, type Shared } from './request-gate.ts';
import { newRequestId, requestIdOf } from './request-id.ts';
import { Turns } from './turns.ts';

/** An import of this module as a namespace would load Node's whole HTTP client, three megabytes that stay. */
const { createServer, ServerResponse: Response } = process.getBuiltinModule('node:http');

/** Limits on slow clients. Node looks at them once per check interval, so the interval bounds their precision. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

/** A connection on which nothing moves for so long is closed, unless it waits for an answer of ours. */
const STALL_MS = 30_000;

/** Requests that wait before the parser, pipelined ones and those that wait for their turn. */
const HELD_BYTES = 67_108_864;

const TURNS_OF_EVENTS = { aTurn: 8, givesWay: false };
/** Pages and documents take many times what an event takes. Nobody needs a crowd of them at once. */
const TURNS_OF_OTHERS = { aTurn: 2, givesWay: true };

/** What one address may have of all connections. */
const ofOne = (connections: number) => Math.ceil(connections / 2);

const GRACE_MS = 10_000;
const SWEEP_MS = 100;

/** A server that gives every response an id and can be drained. */
export type HttpServer = {
  readonly server: Server;
  isDraining(): boolean;
  /** Refuse new connections, finish what was accepted, and cut what has not ended after ten seconds. */
  drain(): Promise<void>;
};

export type HttpServerOptions = {
  /** Connections that may be open at once. */
  readonly connections?: number;
  /** Bytes of requests that may wait before the parser. */
  readonly heldBytes?: number;
  /** Whether all clients come by the few addresses of proxies, so that an address tells nobody from anybody. */
  readonly behindProxy?: boolean;
  /** The public address, for the links in errors. */
  readonly baseUrl?: () => string;
};

export function createHttpServer(
  listener: RequestListener,
  {
    connections = 4000,
    heldBytes = HELD_BYTES,
    behindProxy = false,
    baseUrl = () => '',
  }: HttpServerOptions = {},
): HttpServer {
  let draining = false;
  const turns = new Turns(TURNS_OF_EVENTS);
  const slowTurns = behindProxy ? turns : new Turns(TURNS_OF_OTHERS);
  const gates: Shared = { held: { used: 0, limit: heldBytes }, turns, slowTurns };

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
    RequestGate.of(request.socket)?.began(request, response);
    if (lacksHost(request)) refuse(response, refusalOf({}, request.url ?? null, baseUrl()));
    else listener(request, response);
  };
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, answer);
  server.timeout = STALL_MS;
  // A client may end what it sends before it has read an answer. Node would then cut what it is owed.
  Object.assign(server, { httpAllowHalfOpen: true });
  limitConnections(server, { limit: connections, ofOne: behindProxy ? connections : ofOne(connections) });
  server.on('connection', (socket: Socket) => RequestGate.open(socket, gates));
  server.on('timeout', closeStalled);
  // What Node would answer by itself, or not at all, is answered here: with an id, in the envelope.
  server.on('checkExpectation', answer);
  server.on('connect', ({ url }: IncomingMessage, socket) => {
    RequestGate.of(socket)?.shut();
    answerBroken(socket, refusalOf({}, url ?? null, baseUrl()));
  });
  server.on('clientError', (error: BrokenRequest, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else answerBroken(socket, refusalOf(error, pathOf(error, socket), baseUrl()));
  });
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

/** A long report takes its time, and the connection is silent meanwhile; a client that reads nothing is cut. */
function closeStalled(socket: Socket): void {
  const isOurTurn = RequestGate.of(socket)?.isAnswering() === true && socket.writableLength === 0;
  if (!isOurTurn) socket.destroy();
}

type BrokenRequest = { readonly code?: string; readonly rawPacket?: Buffer };
type Refusal = { readonly status: string; readonly body: TrackErrorBody | ApiErrorBody };

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

/** In the envelope of the API that was asked. The codes of the read API have neither a 408 nor a 431. */
function refusalOf({ code = '' }: BrokenRequest, path: string | null, baseUrl: string): Refusal {
  const { status, error } = BROKEN[code] ?? NOT_HTTP;
  if (path === null || isTrackPath(path)) return { status, body: { success: false, error } };
  return {
    status: NOT_HTTP.status,
    body: toApiResponse(new ApiError('invalid_request', error), baseUrl).body,
  };
}

/** The path of a request that Node's parser refused, as far as it can be told. */
function pathOf({ rawPacket }: BrokenRequest, socket: Duplex): string | null {
  const isBeingRead = RequestGate.of(socket)?.addressBeingRead() ?? null;
  return isBeingRead ?? addressIn(rawPacket?.toString('latin1', 0, 512) ?? '');
}

function refuse(response: ServerResponse, { status, body }: Refusal): void {
  const text = JSON.stringify(body);
  response.writeHead(Number.parseInt(status, 10), {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  response.end(text);
}

/** What Node's parser refuses never reaches a route. */
function answerBroken(socket: Duplex, { status, body }: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` +
      `X-Request-Id: ${newRequestId()}\r\nConnection: close\r\n\r\n${text}`,
  );
}
