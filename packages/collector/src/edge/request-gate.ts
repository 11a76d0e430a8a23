import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TRACKING_PATHS } from '@cvq/contract/constants';
import { networkOfClient } from '../net/address.ts';
import type { Turns } from './turns.ts';

/** What all gates share. */
export type Shared = {
  readonly held: HeldBytes;
  /** For events, which are cheap and come in crowds. */
  readonly turns: Turns;
  /** For everything else, and for who goes on after a refusal for too many requests. */
  readonly slowTurns: Turns;
};

/** Bytes that wait in all gates together. */
type HeldBytes = { used: number; readonly limit: number };

/** What ends the head of a request. A slice with one of them can begin one request. */
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const REQUEST_LINE_BYTES = 512;
const EVENTS = [TRACKING_PATHS.browser, TRACKING_PATHS.event].map((path) => Buffer.from(`POST ${path}`));
const TOO_MANY_REQUESTS = 429;

/** What Node does with the bytes of a connection, and with their end. */
type Parser = { parse(bytes: Buffer): void; finish(): void };

const GATE = Symbol('request gate');
type GatedSocket = Socket & { [GATE]?: RequestGate };

/**
 * Stands between a connection and Node's parser. Node parses all that one read brought at once: 64 KB are thousands of
 * pipelined requests, each with a request and a response of twenty kilobytes, and neither `socket.pause()` nor
 * `maxRequestsPerSocket` comes in time. Here the parser gets the bytes of one request, and those of the next one when
 * the first is answered. What no gate may hold any more is a flood, and its connection is cut.
 */
export class RequestGate {
  readonly #socket: Socket;
  readonly #parse: Parser['parse'];
  readonly #finish: Parser['finish'];
  readonly #shared: Shared;
  /** Whose connection it is: the client as quotas count it. */
  readonly network: string;
  #rest: Buffer | null = null;
  #unfinished = 0;
  #current: IncomingMessage | null = null;
  #response: ServerResponse | null = null;
  #wasTooMuch = false;
  /** The beginning of a head of which only a part has come. */
  #partialHead: string | null = null;
  #isShut = false;
  #isPaused = false;
  /** The client sends nothing more, and waits for what it is owed. */
  #hasEnded = false;
  readonly #onAnswered = () => {
    this.#unfinished -= 1;
    this.#wasTooMuch = this.#response?.statusCode === TOO_MANY_REQUESTS;
    // The next request may have begun already, with the end of the body of this one.
    if (this.#response?.closed !== false) this.#response = null;
    this.goOn();
  };

  private constructor(socket: Socket, { parse, finish }: Parser, shared: Shared) {
    this.#socket = socket;
    this.#parse = parse;
    this.#finish = finish;
    this.#shared = shared;
    this.network = networkOfClient(socket.remoteAddress ?? null);
  }

  /** To be called in a `connection` listener, after Node's own has given the socket its parser. */
  static open(socket: GatedSocket, shared: Shared): void {
    const [parse, ...others] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    // Another way of reading than the one that is known: better ungated than unread.
    if (parse === undefined || others.length > 0) return;
    // The first one is of the socket itself.
    const finish = socket.listeners('end').at(-1) as () => void;
    const gate = new RequestGate(socket, { parse, finish }, shared);
    socket[GATE] = gate;
    // A listener of one's own is also what makes Node read by way of JavaScript.
    socket.on('data', (bytes: Buffer) => gate.#receive(bytes));
    socket.removeListener('data', parse);
    socket.removeListener('end', finish);
    socket.on('end', () => gate.#end());
    // Node resumes a connection at the end of each request.
    socket.on('resume', () => gate.goOn());
    socket.on('close', () => gate.shut());
  }

  static of(socket: object): RequestGate | undefined {
    return (socket as GatedSocket)[GATE];
  }

  /** A request has begun, and is unfinished until its response is closed. */
  began(request: IncomingMessage, response: ServerResponse): void {
    this.#unfinished += 1;
    this.#current = request;
    this.#response = response;
    this.#partialHead = null;
    response.on('close', this.#onAnswered);
  }

  /** Whether a whole request waits for its answer. */
  isAnswering(): boolean {
    return this.#unfinished > 0 && this.#current?.complete !== false;
  }

  isIdle(): boolean {
    return this.#unfinished === 0 && this.#partialHead === null;
  }

  /** Whether nothing that came on it is unanswered, and nothing that was answered is unsent. */
  isUnused(): boolean {
    return this.isIdle() && this.#rest === null && this.#socket.writableLength === 0;
  }

  /** Whether its request is answered, or was, before all of its body has come. */
  hasAnsweredEarly(): boolean {
    return this.#current?.complete === false && this.#response?.headersSent !== false;
  }

  /** The address of the request that is being read, as far as its first line has come. */
  addressBeingRead(): string | null {
    if (this.#current !== null && !this.#current.complete) return this.#current.url ?? null;
    return addressIn(this.#partialHead ?? '');
  }

  /** Feed what waits, when its time has come. */
  goOn(): void {
    if (this.#rest !== null) this.#drain(this.#rest);
  }

  /** Nothing more reaches the parser, which may belong to another connection by now. */
  shut(): void {
    this.#isShut = true;
    this.#keep(null);
  }

  #receive(bytes: Buffer): void {
    if (this.#isShut) return;
    if (this.#rest !== null) this.#drain(Buffer.concat([this.#rest, bytes]));
    else this.#drain(bytes);
  }

  /** For the parser, the end comes after what waits here: it would else be the end in the midst of a request. */
  #end(): void {
    this.#hasEnded = true;
    if (this.#rest === null && !this.#isShut) this.#finish();
  }

  /** Feed what may be fed now, and keep the rest. */
  #drain(bytes: Buffer): void {
    let start = 0;
    while (start < bytes.length) {
      const rest = start === 0 ? bytes : bytes.subarray(start);
      if (!this.#mayFeed(rest)) break;
      const length = endOfSlice(rest, this.#unfinished === 0);
      start += length;
      this.#feed(length === rest.length ? rest : rest.subarray(0, length));
    }
    const wasHolding = this.#rest !== null;
    const isOver = this.#isShut || !this.#socket.writable || start === bytes.length;
    if (wasHolding || !isOver) this.#keep(isOver ? null : bytes.subarray(start));
    if (wasHolding && isOver && this.#hasEnded) {
      this.#end();
      return;
    }
    // A lone request that waits for its turn is all that its client sends.
    if (this.#rest !== null && (wasHolding || this.#unfinished > 0)) this.#pause();
    else if (this.#rest === null && this.#isPaused) this.#resume();
  }

  /** One request at a time; the body of the one under way belongs to it. */
  #mayFeed(bytes: Buffer): boolean {
    if (this.#isShut || !this.#socket.writable) return false;
    // Node itself waits until the client has read earlier answers, and takes no bytes until then.
    if ((this.#socket as { readonly _paused?: boolean })._paused === true) return false;
    if (this.#unfinished === 0) {
      const { turns, slowTurns } = this.#shared;
      return (isOfEvents(bytes) && !this.#wasTooMuch ? turns : slowTurns).mayBegin(this.network, this);
    }
    return this.#unfinished === 1 && this.#current?.complete === false;
  }

  #feed(slice: Buffer): void {
    this.#parse(slice);
    if (this.#unfinished === 0) this.#partialHead ??= slice.toString('latin1', 0, REQUEST_LINE_BYTES);
  }

  #pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  #resume(): void {
    this.#isPaused = false;
    this.#socket.resume();
  }

  #keep(rest: Buffer | null): void {
    const { held } = this.#shared;
    held.used += (rest?.length ?? 0) - (this.#rest?.length ?? 0);
    this.#rest = rest;
    if (held.used > held.limit && rest !== null) this.#socket.destroy();
  }
}

/** Whether a request brings events, by its first bytes: a wrong guess only costs time. */
function isOfEvents(bytes: Buffer): boolean {
  return EVENTS.some((start) => bytes.length >= start.length && start.compare(bytes, 0, start.length) === 0);
}

/** How many of the bytes can begin one request at most. Idle, the first head is its own, else its body comes first. */
function endOfSlice(bytes: Buffer, isIdle: boolean): number {
  const first = bytes.indexOf(END_OF_HEAD);
  if (first === -1) return bytes.length;
  const end = first + END_OF_HEAD.length;
  if (!isIdle || end === bytes.length) return end;
  return bytes.indexOf(END_OF_HEAD, end) === -1 ? bytes.length : end;
}

/** The address in the first line of a request, when that line is there. */
export function addressIn(text: string): string | null {
  return /^[A-Z]{3,16} (\/[^ \r\n]*)/.exec(text)?.[1] ?? null;
}
