/** What is kept sealed with the installation's secret. */
export type SealedKind = 'webhookSecrets' | 'credentials' | 'erasures' | 'userData';

/** What becomes of a sealed value: other bytes in its place, or nothing, since it is right as it is or cannot be opened. */
export type Resealing = (kind: SealedKind, sealed: Uint8Array) => Uint8Array | 'current' | 'unreadable';

/** How many values were sealed anew, were right already, and cannot be opened. */
export type Resealed = Readonly<Record<SealedKind, ResealedCount>>;
export type ResealedCount = {
  readonly resealed: number;
  readonly current: number;
  readonly unreadable: number;
};

/** Everything of both stores that is sealed with the installation's secret. */
export interface SealedValues {
  /**
   * Walks through all of it, in transactions of a moment beside whoever stores events. A value that somebody else
   * changes meanwhile stays as that one leaves it. May be interrupted at any moment and repeated.
   */
  reseal(reseal: Resealing): Promise<Resealed>;
  close(): Promise<void>;
}
