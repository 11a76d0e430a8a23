import type { RefusalCause } from '@cvq/contract';
import type { PackedError } from '@cvq/storage';
import type { HeaderEvidence } from '../bots/evidence.ts';
import type { ClientHints } from '../clients/client.ts';
import type { SiteVisit } from '../first-party/renewed-cookies.ts';
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

/** What the headers of a browser's request say of its client and of the site that it is on. Anything may be a lie. */
export type ClientHeaders = {
  readonly userAgent: string | null;
  readonly language: string | null;
  readonly hints: ClientHints | undefined;
  /** What tells browsers from programs. */
  readonly headers: HeaderEvidence | undefined;
  /** Which site is visited, where the browser says so. */
  readonly visit: SiteVisit | undefined;
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
