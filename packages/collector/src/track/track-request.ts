import type { PackedError } from '@cvq/storage';
import type { ClientHeaders } from '../edge/client-headers.ts';
import type { RefusalCause } from '../errors/track-refused.ts';
import type { AnswerStatus } from '../metrics/request-figures.ts';

/** A request of a backend: its server key named the project. */
export type ServerRequest = {
  readonly kind: 'event' | 'batch';
  readonly body: Uint8Array;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly project: string;
  readonly idempotencyKey: string | null;
};

/** A request of a browser: the tracking key is in its body. */
export type BrowserRequest = ClientHeaders & {
  readonly kind: 'browser' | 'pixel';
  readonly body: Uint8Array;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** The full address of the client: for look-ups in memory, never for the disk or a log. */
  readonly address: string | null;
};

/** A whole request that was let in at the edge, before its body was looked into. */
export type TrackRequest = ServerRequest | BrowserRequest;

/** What is answered: sent as it is. */
export type Reply = {
  readonly status: AnswerStatus;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** Why the request was refused whole, for metrics. */
  readonly refusedAs?: RefusalCause | undefined;
  /** Why we failed, for the log: the answer does not say it then. */
  readonly failure?: PackedError | undefined;
};
