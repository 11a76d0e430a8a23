import { type NumberList, NumberSet } from '../numbers/number-set.ts';
import type { BucketSums } from './bucket-sums.ts';

/**
 * Counts different visitors by bucket. Buckets come in the order of time, each with its events together, so that one
 * set does for all.
 */
export class VisitorsByBucket {
  readonly #seen: NumberSet;
  readonly #sums: BucketSums;
  /** Those of all buckets; null where there is one alone. */
  readonly #all: NumberSet | null;
  #ofAll = 0;
  #bucket = 0;

  constructor(room: number, sums: BucketSums) {
    this.#seen = new NumberSet(room);
    this.#sums = sums;
    this.#all = sums.buckets > 1 ? new NumberSet(room) : null;
  }

  /** How many different ones there are in all buckets together. */
  get ofAll(): number {
    return this.#all === null ? (this.#sums.visitors[0] as number) : this.#ofAll;
  }

  /** What is added from now on is of a bucket. */
  begin(bucket: number): void {
    if (bucket !== this.#bucket) this.#seen.clear();
    this.#bucket = bucket;
  }

  add(visitor: number): void {
    const added = this.#seen.add(visitor);
    (this.#sums.visitors[this.#bucket] as number) += added;
    if (added === 1 && this.#all !== null) this.#ofAll += this.#all.add(visitor);
  }

  /** Adds those that have a 1 in `marks`, by place. */
  addMarked(visitors: Uint32Array, marks: Uint8Array): void {
    const added = this.#seen.addMarked(visitors, marks);
    (this.#sums.visitors[this.#bucket] as number) += added;
    if (this.#all !== null) this.#ofAll += this.#all.addMarked(visitors, marks);
  }

  addList(list: NumberList): void {
    (this.#sums.visitors[this.#bucket] as number) += this.#seen.addList(list);
    if (this.#all !== null) this.#ofAll += this.#all.addList(list);
  }
}
