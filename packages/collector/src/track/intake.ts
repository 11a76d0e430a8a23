import { type PackedError, packError, unpackError } from '@cvq/storage';
import { overloaded, storageFailed } from '../errors/track-refused.ts';
import type { Log } from '../log.ts';
import { openIngestFigures } from '../metrics/ingest-figures.ts';
import { type NotedRefusal, RecentRefusals } from '../refusals/recent-refusals.ts';
import { giveBack } from './give-back.ts';
import { Readiness } from './readiness.ts';
import type { Reply, TrackRequest } from './track-request.ts';
import { Writer } from './writer.ts';
import {
  MAX_GROUP_REQUESTS,
  type PurgedPart,
  packGroup,
  takeGroup,
  unpackReplies,
  type WriterMessage,
  type WriterOrder,
  type WriterSettings,
} from './writer-channel.ts';

export type IntakeOptions = Omit<WriterSettings, 'figures'> & {
  /** Whether one browser's address has only a share of what is stored at once. */
  readonly sharesGroups: boolean;
  /** Epoch milliseconds. */
  readonly now?: () => number;
};

type Waiting = {
  readonly request: TrackRequest;
  /** The network of a browser; null for a backend. */
  readonly client: string | null;
  resolve(reply: Reply): void;
  reject(error: Error): void;
};

/** Bytes of one browser's address in a group, where addresses are limited at all: some tens of events. */
const SHARE_OF_A_GROUP = 8_192;

/**
 * Requests that may wait: on a slow disk about half a second of work. Each holds a request object and a response of
 * twenty kilobytes, and all of them must fit the heap of the main thread.
 */
const MAX_QUEUED_REQUESTS = 5_000;

/**
 * Under load a short pause after a commit lets the next group grow: every commit writes the last page of each
 * index again, whether for ten events or for a hundred. A group below the size is no load, and waits for nothing.
 */
const BUSY_GROUP = 16;
const PAUSE_MS = 2;

/** Whoever asks for readiness cannot keep the writer busy with looks. */
const LOOK_EVERY_MS = 1000;

/**
 * The queue before the writer thread: requests go in, replies come out after the commit. Group commit without a timer:
 * while one group is synced the next one gathers, and goes when the sync is done. So a lone request does not wait, and
 * under load a sync serves hundreds.
 */
export class Intake {
  /** Rejects with WriterNotStarted when the first thread dies before it could open its stores. */
  readonly started: Promise<void>;
  /** What the writer did. */
  readonly figures = openIngestFigures();
  /** What it refused, and what was refused before it. */
  readonly refusals: RecentRefusals;
  readonly #log: Log;
  readonly #ofOneClient: number;
  readonly #writer: Writer;
  readonly #readiness: Readiness;
  readonly #unpurged = new Set<PurgedPart>();
  #queue: Waiting[] = [];
  /** What the writer has in hand; empty during a look, a probe and a pause. */
  #inFlight: Waiting[] | null = null;
  #wasLong = false;
  /** What the writer has in hand where that is no group. */
  #asked: 'look' | 'probe' | null = null;
  #isProbeDue = false;
  #look: { readonly at: number; readonly ended: PromiseWithResolvers<void> } | null = null;
  #onIdle: (() => void) | null = null;

  constructor({ sharesGroups, now = Date.now, ...settings }: IntakeOptions, log: Log) {
    this.refusals = new RecentRefusals(now());
    this.#log = log;
    this.#readiness = new Readiness(log, () => this.#probe());
    this.#ofOneClient = sharesGroups ? SHARE_OF_A_GROUP : Infinity;
    this.#writer = new Writer(
      { ...settings, figures: this.figures.buffer },
      {
        onMessage: (message) => this.#hear(message),
        onDeath: (error) => this.#readiness.failed(error),
        onReplaced: (error) => this.#fail(packError(error)),
      },
      log,
    );
    this.started = this.#writer.started;
  }

  /**
   * `client` is the network of a browser, which has a share of a group; a backend has none. A large body is empty once
   * the writer has it.
   * @throws TrackRefused when the queue is full or the store failed; then nothing was stored.
   */
  submit(request: TrackRequest, client?: string): Promise<Reply> {
    if (this.#queue.length >= MAX_QUEUED_REQUESTS) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, client: client ?? null, resolve, reject });
      // What arrives in the same turn of the loop goes together.
      if (this.#inFlight === null && this.#queue.length === 1) {
        setImmediate(() => {
          if (this.#inFlight === null && this.#queue.length > 0) this.#sendGroup();
        });
      }
    });
  }

  /**
   * Whether events can be stored, by all that is known. Where the writer is at rest it also looks whether the stores are
   * still there, at most once a second.
   */
  async isReady(): Promise<boolean> {
    const now = performance.now();
    const isRecent = this.#look !== null && now - this.#look.at < LOOK_EVERY_MS;
    if (this.#inFlight === null && this.#readiness.isReady() && !isRecent) {
      this.#look = { at: now, ended: Promise.withResolvers() };
      this.#lookAtStores();
    }
    if (this.#asked === 'look') await this.#look?.ended.promise;
    return this.#readiness.isReady();
  }

  /** Requests that wait for the writer, or are with it. */
  queued(): number {
    return this.#queue.length + (this.#inFlight?.length ?? 0);
  }

  /** What is past its time and could not be deleted when it was last tried. */
  unpurged(): readonly PurgedPart[] {
    return [...this.#unpurged];
  }

  /** Wait for everything that was accepted, then end the thread. */
  async close(): Promise<void> {
    if (this.#queue.length > 0 || this.#inFlight !== null) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    this.#readiness.close();
    await this.#writer.close();
  }

  #hear(message: WriterMessage): void {
    if (message.kind === 'replies') this.#finish(unpackReplies(message.replies));
    else if (message.kind === 'failed') this.#fail(message.error);
    else if (message.kind === 'refused') this.#noteRefusals(message.refusals);
    else if (message.kind === 'purged') this.#notePurge(message.part, message.error);
  }

  #finish(replies: readonly Reply[]): void {
    if (this.#asked === 'probe') this.#readiness.probed();
    const group = this.#takeInFlight();
    for (const [index, { resolve, reject }] of group.entries()) {
      const reply = replies[index] as Reply;
      if (reply.failure === undefined) resolve(reply);
      else reject(storageFailed(unpackError(reply.failure)));
    }
    this.#goOnAfter(group);
  }

  /** Of a thread that died it is not known whether it stored its group: either way nothing is confirmed. */
  #fail(packed: PackedError): void {
    const group = this.#takeInFlight();
    const cause = unpackError(packed);
    this.#readiness.failed(cause);
    this.#isProbeDue = false;
    for (const { reject } of group) reject(storageFailed(cause));
    this.#goOnAfter(group);
  }

  #takeInFlight(): readonly Waiting[] {
    const group = this.#inFlight ?? [];
    this.#inFlight = null;
    this.#asked = null;
    // Whoever waits for a look reads what became of it after this turn.
    this.#look?.ended.resolve();
    return group;
  }

  #goOnAfter(group: readonly Waiting[]): void {
    if (group.length >= BUSY_GROUP && this.#queue.length < MAX_GROUP_REQUESTS) this.#pause();
    else this.#sendNext();
  }

  #pause(): void {
    this.#inFlight = [];
    setTimeout(() => {
      this.#inFlight = null;
      this.#sendNext();
    }, PAUSE_MS);
  }

  #sendNext(): void {
    if (this.#isProbeDue) {
      this.#isProbeDue = false;
      this.#asked = 'probe';
      this.#send([]);
    } else if (this.#queue.length > 0) this.#sendGroup();
    else this.#onIdle?.();
  }

  #probe(): void {
    this.#isProbeDue = true;
    if (this.#inFlight === null) this.#sendNext();
  }

  #sendGroup(): void {
    const before = { wasLong: this.#wasLong, ofOneClient: this.#ofOneClient };
    const { group, rest, hasLong } = takeGroup(this.#queue, before);
    this.#queue = rest;
    this.#wasLong = hasLong;
    this.#send(group);
  }

  #lookAtStores(): void {
    this.#inFlight = [];
    this.#asked = 'look';
    this.#writer.thread.postMessage('look' satisfies WriterOrder);
  }

  /** A group without requests is a probe. */
  #send(group: Waiting[]): void {
    this.#inFlight = group;
    const packed: WriterOrder = packGroup(group.map(({ request }) => request));
    const buffers = [packed.bytes.buffer as ArrayBuffer, packed.ends.buffer as ArrayBuffer];
    this.#writer.thread.postMessage(packed, buffers);
    for (const { request } of group) giveBack(request.body);
  }

  #noteRefusals(refusals: readonly NotedRefusal[]): void {
    for (const refusal of refusals) this.refusals.note(refusal);
  }

  #notePurge(part: PurgedPart, error: PackedError | null): void {
    if (error === null) {
      this.#unpurged.delete(part);
      return;
    }
    this.#unpurged.add(part);
    this.#log.error(
      { err: unpackError(error), part },
      'What is past its time could not be deleted; it is tried again within an hour',
    );
  }
}
