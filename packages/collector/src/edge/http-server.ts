import { randomFillSync } from 'node:crypto';
import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  Server,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { createServer, ServerResponse as Response } from '../net/node-http.ts';
import {
  type BrokenRequest,
  brokenRefusal,
  pathOfBroken,
  refuseOnSocket,
  refuseRequest,
} from './broken-request.ts';
import { limitConnections, type OpenConnections } from './connections.ts';
import { lingerWhereUnread } from './linger.ts';
import { RequestGate, type Shared } from './request-gate.ts';
import { Turns } from './turns.ts';

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

export type HttpServerOptions = {
  /** Connections that may be open at once. */
  readonly connections?: number;
  /** Bytes of requests that may wait before the parser. */
  readonly heldBytes?: number;
  /** Whether all clients come by the few addresses of proxies, so that an address does not tell clients apart. */
  readonly behindProxy?: boolean;
  /** The public address, for the links in errors. */
  readonly baseUrl?: () => string;
};

/** A server that gives every response an id and can be drained. */
export class HttpServer {
  readonly server: Server;
  readonly #listener: RequestListener;
  readonly #baseUrl: () => string;
  readonly #writeHead: ServerResponse['writeHead'];
  readonly #open: OpenConnections;
  #isDraining = false;

  constructor(listener: RequestListener, options: HttpServerOptions = {}) {
    const { connections = 4000, heldBytes = HELD_BYTES, behindProxy = false, baseUrl = () => '' } = options;
    this.#listener = listener;
    this.#baseUrl = baseUrl;
    this.#writeHead = headWriter(() => this.#isDraining);
    this.server = createServer({ ...TIMEOUTS, requireHostHeader: false }, this.#answer);
    this.server.timeout = STALL_MS;
    // A client may end what it sends before it has read an answer. Node would then cut what it is owed.
    Object.assign(this.server, { httpAllowHalfOpen: true });
    this.#open = limitConnections(this.server, {
      limit: connections,
      ofOne: behindProxy ? connections : ofOne(connections),
    });
    const gates = gatesFor(heldBytes, behindProxy);
    this.server.on('connection', (socket: Socket) => {
      RequestGate.open(socket, gates);
      lingerWhereUnread(socket);
    });
    this.server.on('timeout', closeStalled);
    this.#answerWhatNodeWould();
  }

  isDraining(): boolean {
    return this.#isDraining;
  }

  /** Refuse new connections, finish what was accepted, and cut what has not ended after ten seconds. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    const closed = new Promise((resolve) => this.server.close(resolve));
    const sweep = setInterval(() => {
      this.server.closeIdleConnections();
      this.#open.closeUnused();
    }, SWEEP_MS);
    const cut = setTimeout(() => this.server.closeAllConnections(), GRACE_MS);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
  }

  readonly #answer: RequestListener = (request, response) => {
    // On the response itself, since Express gives it another prototype.
    response.writeHead = this.#writeHead;
    RequestGate.of(request.socket)?.began(request, response);
    if (lacksHost(request))
      refuseRequest(response, this.#refusal({ code: 'LACKS_HOST' }, request.url ?? null));
    else this.#listener(request, response);
  };

  /** What Node would answer by itself, or not at all, is answered here: with an id, in the envelope. */
  #answerWhatNodeWould(): void {
    this.server.on('checkExpectation', this.#answer);
    this.server.on('connect', ({ url }: IncomingMessage, socket) => {
      RequestGate.of(socket)?.shut();
      refuseOnSocket(socket, this.#refusal({}, url ?? null), newRequestId());
    });
    this.server.on('clientError', (error: BrokenRequest, socket) => {
      // What has its answer gets no second one: a proxy could take it for that of its next request.
      const isAnswered = RequestGate.of(socket)?.hasAnsweredEarly() === true;
      if (error.code === 'ECONNRESET' || isAnswered) socket.destroy();
      else refuseOnSocket(socket, this.#refusal(error, pathOfBroken(error, socket)), newRequestId());
    });
  }

  #refusal(error: BrokenRequest, path: string | null) {
    return brokenRefusal(error, path, this.#baseUrl());
  }
}

function gatesFor(heldBytes: number, behindProxy: boolean): Shared {
  const turns = new Turns(TURNS_OF_EVENTS);
  const slowTurns = behindProxy ? turns : new Turns(TURNS_OF_OTHERS);
  return { held: { used: 0, limit: heldBytes }, turns, slowTurns };
}

/** Adds to a head, as it is sent, what every head has: only then is it known whether the connection is to be closed. */
function headWriter(isDraining: () => boolean): ServerResponse['writeHead'] {
  return function writeHead(this: ServerResponse, status: number, ...rest: unknown[]): ServerResponse {
    const [headers] = rest;
    if (Array.isArray(headers)) {
      headers.push('X-Request-Id', requestIdOf(this));
      if (isDraining()) headers.push('Connection', 'close');
      return Response.prototype.writeHead.call(this, status, headers);
    }
    this.setHeader('X-Request-Id', requestIdOf(this));
    if (isDraining()) this.setHeader('Connection', 'close');
    return Reflect.apply(Response.prototype.writeHead, this, [status, ...rest.map(withoutKeepAlive)]);
  };
}

/** An answer of a library may promise that the connection stays, which the client may not want, and only Node knows. */
function withoutKeepAlive(said: unknown): unknown {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return said;
  const headers = Object.entries(said as OutgoingHttpHeaders);
  return Object.fromEntries(headers.filter(([, value]) => value !== 'keep-alive'));
}

const ID = Symbol('request id');

const ID_BYTES = 16;
/** Random bytes for many ids at a time: one text of them leaves a tenth of the garbage that a UUID does. */
const pool = Buffer.alloc(256 * ID_BYTES);
let used = pool.length;

/** An id that is quoted to support: on every response, and in every log line about it. */
function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return `req_${pool.toString('hex', used - ID_BYTES, used)}`;
}

/** The id of a response, made when it is first asked for. */
export function requestIdOf(response: ServerResponse & { [ID]?: string }): string {
  response[ID] ??= newRequestId();
  return response[ID];
}

function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1';
}

/** A long report takes its time, and the connection is silent meanwhile; a client that reads nothing is cut. */
function closeStalled(socket: Socket): void {
  const isOurTurn = RequestGate.of(socket)?.isAnswering() === true && socket.writableLength === 0;
  if (!isOurTurn) socket.destroy();
}
