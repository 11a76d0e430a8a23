import { Worker } from 'node:worker_threads';
import { type PackedError, packError, unpackError } from '@cvq/storage';
import { storageFailed, TrackRefused } from '../errors/track-refused.ts';
import type { Log } from '../log.ts';
import { type IngestFigures, openIngestFigures } from '../metrics/ingest-figures.ts';
import { takeGroup } from './take-group.ts';
import type { Reply, TrackRequest } from './track-request.ts';
import { packGroup, unpackReplies } from './writer-channel.ts';
import type { GroupReply, PurgedPart, WriterNews, WriterSettings } from './writer-thread.ts';

/** The writer thread could not open what it needs, so that no event can be stored. */
export class WriterNotStarted extends Error {
  override readonly name = 'WriterNotStarted';
}

/** The door to the writer thread: requests go in, replies come out after the commit. */
export type Intake = {
  /** Rejects with WriterNotStarted when the first thread dies before it could open its stores. */
  readonly started: Promise<void>;
  /**
   * `client` is the address of a browser, which has a share of a group; a backend has none.
   * @throws TrackRefused when the queue is full or the store failed; then nothing was stored.
   */
  submit(request: TrackRequest, client?: string): Promise<Reply>;
  /** True while the last group, or the last probe after a failure, could be stored. */
  isHealthy(): boolean;
  /** Requests that wait for the writer, or are with it. */
  queued(): number;
  /** What the writer did. */
  readonly figures: IngestFigures;
  /** What is past its time and could not be deleted when it was last tried. */
  unpurged(): readonly PurgedPart[];
  /** Wait for everything that was accepted, then end the thread. */
  close(): Promise<void>;
};

export type IntakeOptions = Omit<WriterSettings, 'figures'> & {
  /** Whether one browser's address has only a share of what is stored at once. */
  readonly sharesGroups: boolean;
};

type Waiting = {
  readonly request: TrackRequest;
  readonly client: string | null;
  resolve(reply: Reply): void;
  reject(error: Error): void;
};

/** Bytes of one browser's address in a group, where addresses are limited at all: some tens of events. */
const SHARE_OF_A_GROUP = 8_192;
/** What fills a group when nothing waits behind it. */
const FULL_GROUP = 500;

/** Events are short-lived: a small nursery keeps the thread small. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 192 };

/**
 * Requests that may wait: on a slow disk about half a second of work. Each holds a request object and a response of
 * twenty kilobytes, and all of them must fit the heap of the main thread.
 */
const MAX_QUEUED_REQUESTS = 5_000;

/**
 * Under load a short pause after a commit lets the next group grow: every commit writes the last page of each
 * index again, whether for ten events or for a hundred. A group below the size is no load, and nobody waits.
 */
const BUSY_GROUP = 16;
const PAUSE_MS = 2;

/** After a failure the store is tried this often, so that readiness returns without traffic. */
const PROBE_MS = 1000;

/**
 * Group commit without a timer: while one group is synced the next one gathers, and goes when the sync is done.
 * A lone request therefore waits for nobody, and under load a sync serves hundreds.
 */
export function openIntake({ sharesGroups, ...settings }: IntakeOptions, log: Log): Intake {
  const ofOneClient = sharesGroups ? SHARE_OF_A_GROUP : Infinity;
  const figures = openIngestFigures();
  let queue: Waiting[] = [];
  let wasLong = false;
  let inFlight: Waiting[] | null = null;
  let healthy = true;
  const unpurged = new Set<PurgedPart>();
  let probeTimer: NodeJS.Timeout | null = null;
  let restartTimer: NodeJS.Timeout | null = null;
  let idle: (() => void) | null = null;
  let closed = false;
  const { promise: started, resolve: hasStarted, reject: hasNotStarted } = Promise.withResolvers<void>();
  let isFirst = true;
  let thread = start();

  function start(): Worker {
    const worker = new Worker(new URL('./writer-thread.js', import.meta.url), {
      workerData: { ...settings, figures: figures.buffer } satisfies WriterSettings,
      resourceLimits: THREAD_MEMORY,
    });
    worker.on('message', (message: GroupReply | WriterNews) => {
      if (message === 'started') {
        isFirst = false;
        hasStarted();
      } else if ('purged' in message) unpurged.delete(message.purged);
      else if ('notPurged' in message) {
        const { notPurged, failure } = message;
        unpurged.add(notPurged);
        log.error(
          { err: unpackError(failure), part: notPurged },
          'What is past its time could not be deleted; it is tried again within an hour',
        );
      } else settle(message);
    });
    worker.on('error', (error) => {
      if (isFirst) giveUp(error);
      else if (!closed) restart(error);
    });
    return worker;
  }

  /** What cannot even start once will not start the next time either. */
  function giveUp(error: unknown): void {
    closed = true;
    hasNotStarted(new WriterNotStarted(error instanceof Error ? error.message : String(error)));
  }

  /** A thread that died stored nothing of its group, or stored it unanswered: either way it is not confirmed. */
  function restart(error: unknown): void {
    log.fatal({ err: error }, 'The writer thread died; starting another');
    healthy = false;
    restartTimer = setTimeout(() => {
      restartTimer = null;
      thread = start();
      settle({ failure: packError(error) });
    }, PROBE_MS);
  }

  function settle(reply: GroupReply): void {
    const group = inFlight ?? [];
    inFlight = null;
    if ('failure' in reply) fail(group, reply.failure);
    else succeed(group, unpackReplies(reply));
    if (group.length >= BUSY_GROUP && queue.length < FULL_GROUP) pause();
    else sendNext();
  }

  function pause(): void {
    inFlight = [];
    setTimeout(() => {
      inFlight = null;
      sendNext();
    }, PAUSE_MS);
  }

  function sendNext(): void {
    if (queue.length > 0) send(nextGroup());
    else idle?.();
  }

  function succeed(group: readonly Waiting[], replies: readonly Reply[]): void {
    for (const [index, { resolve, reject }] of group.entries()) {
      const reply = replies[index] as Reply;
      if (reply.failure === undefined) resolve(reply);
      else reject(storageFailed(unpackError(reply.failure)));
    }
    if (!healthy) log.info('Events can be stored again');
    healthy = true;
  }

  function fail(group: readonly Waiting[], packed: PackedError): void {
    const cause = unpackError(packed);
    const failure = `${cause.name}: ${cause.message}`;
    if (healthy || group.length > 0) {
      log.error({ failure, requests: group.length }, 'Events could not be stored; none was acknowledged');
    }
    healthy = false;
    for (const { reject } of group) reject(storageFailed(cause));
    probeTimer ??= setTimeout(probe, PROBE_MS);
  }

  function probe(): void {
    probeTimer = null;
    if (inFlight === null) send([]);
  }

  function nextGroup(): Waiting[] {
    const { group, rest, hasLong } = takeGroup(queue, { wasLong, ofOneClient });
    queue = rest;
    wasLong = hasLong;
    return group;
  }

  /** An empty group is a probe. */
  function send(group: Waiting[]): void {
    inFlight = group;
    const request = packGroup(group.map(({ request }) => request));
    thread.postMessage(request, [request.bytes.buffer as ArrayBuffer, request.ends.buffer as ArrayBuffer]);
  }

  return {
    started,
    submit(request, client) {
      if (queue.length >= MAX_QUEUED_REQUESTS) {
        return Promise.reject(
          new TrackRefused('overloaded', 'The collector is busy. Retry after a moment.', {
            retryAfterSeconds: 1,
          }),
        );
      }
      return new Promise((resolve, reject) => {
        queue.push({ request, client: client ?? null, resolve, reject });
        // What arrives in the same turn of the loop goes together.
        if (inFlight === null && queue.length === 1) {
          setImmediate(() => {
            if (inFlight === null && queue.length > 0) send(nextGroup());
          });
        }
      });
    },
    isHealthy: () => healthy,
    queued: () => queue.length + (inFlight?.length ?? 0),
    figures,
    unpurged: () => [...unpurged],
    async close() {
      if (queue.length > 0 || inFlight !== null) {
        await new Promise<void>((resolve) => {
          idle = resolve;
        });
      }
      if (probeTimer) clearTimeout(probeTimer);
      if (restartTimer) clearTimeout(restartTimer);
      if (closed || restartTimer) return;
      closed = true;
      const ended = new Promise((resolve) => thread.once('exit', resolve));
      thread.postMessage('close');
      await ended;
    },
  };
}
