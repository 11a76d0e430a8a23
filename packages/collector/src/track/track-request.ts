import type { PackedError } from '@cvq/storage';
import type { HeaderEvidence } from '../bots/evidence.ts';
import type { ClientHints } from '../clients/client.ts';
import type { SiteVisit } from '../first-party/visit-of-site.ts';

/** What arrived: a whole request that has passed the edge, before anyone has looked into its body. */
export type TrackRequest = {
  readonly kind: 'event' | 'batch' | 'browser' | 'pixel';
  readonly body: Uint8Array;
  /** The project that the server key named; null where the key is inside the body. */
  readonly project: string | null;
  readonly receivedAt: number;
  /** The full address of the client: for look-ups in memory, never for the disk or a log. */
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly language: string | null;
  readonly hints: ClientHints | undefined;
  /** What of the headers tells browsers from programs. */
  readonly headers?: HeaderEvidence | undefined;
  /** Who visits which site, where the browser says so. */
  readonly visit?: SiteVisit | undefined;
  readonly idempotencyKey: string | null;
};

/** What is answered: sent as it is. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** Why we failed, for the log: what is answered then does not tell it. */
  readonly failure?: PackedError | undefined;
};
