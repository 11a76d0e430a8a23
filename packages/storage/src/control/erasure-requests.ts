import type { ErasureReceipt } from '../erasures.ts';

/** What names the person of an erasure. */
export type ErasedBy = 'user_id' | 'email' | 'visitor_id';

/** That somebody is to be erased, or was. Who that is stands nowhere in it. */
export type ErasureRequest = {
  readonly id: string;
  readonly projectId: string;
  readonly by: ErasedBy;
  readonly requestedAt: number;
  /** Null until all of it is done. */
  readonly finishedAt: number | null;
  /** Null until it is finished, and where the project knew nobody of that id. */
  readonly receipt: ErasureReceipt | null;
  /** How often it was begun: more than once where it was interrupted. Then the receipt counts what was left the last time. */
  readonly attempts: number;
};

/** One that is not finished. */
export type UnfinishedErasure = Pick<ErasureRequest, 'id' | 'projectId' | 'by'> & {
  /** Whose it is, sealed with the installation's secret. It is deleted once the erasure is finished. */
  readonly sealed: Uint8Array;
};

/**
 * Which persons are to be erased, so that what is interrupted is continued by whoever comes next. One process at a
 * time is at one of them: it holds it for a while, and says again and again that it still does.
 */
export interface ErasureRequests {
  addErasure(request: UnfinishedErasure & Pick<ErasureRequest, 'requestedAt'>): Promise<void>;
  /** The oldest that is due, which from now on the caller holds; null for none, and where somebody holds one. */
  claimErasure(now: number, until: number): Promise<UnfinishedErasure | null>;
  /** Goes on holding it. */
  holdErasure(id: string, until: number): Promise<void>;
  /** Holds it no more, unfinished: it is due from `dueAt` on. */
  releaseErasure(id: string, dueAt: number): Promise<void>;
  finishErasure(id: string, at: number, receipt: ErasureReceipt | null): Promise<void>;
  /** Finished ones whose receipt tells that files still hold something. */
  unclearedErasures(): Promise<string[]>;
  /** Their files hold nothing any more. */
  noteErasuresCleared(ids: readonly string[]): Promise<void>;
  findErasure(id: string): Promise<ErasureRequest | null>;
  /** Of a project, the newest first. */
  listErasures(project: string, limit: number): Promise<ErasureRequest[]>;
  /** When the next is due that is not finished, or held no more: epoch milliseconds; null where all are finished. */
  nextErasureAt(now: number): Promise<number | null>;
}
