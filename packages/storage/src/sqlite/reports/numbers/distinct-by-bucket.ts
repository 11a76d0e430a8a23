import { workingMemory } from '../../working-memory.ts';
import { NumberSet } from './number-set.ts';

type Size = {
  readonly rows: number;
  /** Every number is below it. */
  readonly numbers: number;
};
type Told = (row: number, bucket: number, count: number) => void;

const FIRST_ROOM = 4096;

/**
 * Tells how many different numbers each row has in each bucket. Buckets come one after the other, so that only the numbers of
 * one are held: they are sorted by row, and one set does for all rows.
 */
export class DistinctByBucket {
  readonly #tell: Told;
  readonly #seen: NumberSet;
  /** Where the numbers of each row begin among the sorted ones, from the second place on. */
  readonly #starts: Uint32Array;
  #bucket = 0;
  #count = 0;
  #rows = workingMemory.uint32(FIRST_ROOM);
  #numbers = workingMemory.uint32(FIRST_ROOM);
  #sorted = workingMemory.uint32(FIRST_ROOM);

  /** @param tell hears of each row that has any in a bucket */
  constructor({ rows, numbers }: Size, tell: Told) {
    this.#tell = tell;
    this.#seen = new NumberSet(numbers);
    this.#starts = workingMemory.uint32(rows + 2);
  }

  /** What is added from now on is of this bucket: the one before, or a later one. */
  begin(bucket: number): void {
    if (bucket === this.#bucket) return;
    this.end();
    this.#bucket = bucket;
  }

  /** Adds a number, 0 for none, to a row. */
  add(row: number, number: number): void {
    if (this.#count === this.#rows.length) this.#widen();
    this.#rows[this.#count] = row;
    this.#numbers[this.#count] = number;
    this.#count += 1;
  }

  /** Tells of the last bucket. */
  end(): void {
    const starts = this.#sort();
    for (let row = 0, from = 0; row + 2 < starts.length; row += 1) {
      const to = starts[row + 1] as number;
      if (to > from) {
        this.#tell(row, this.#bucket, this.#seen.addRange(this.#sorted, from, to));
        this.#seen.clearRange(this.#sorted, from, to);
      }
      from = to;
    }
    this.#count = 0;
  }

  /** Afterwards the place of a row and 1 more has where its numbers end. */
  #sort(): Uint32Array {
    const starts = this.#starts.fill(0);
    for (let index = 0; index < this.#count; index += 1) {
      const after = (this.#rows[index] as number) + 2;
      starts[after] = (starts[after] as number) + 1;
    }
    for (let row = 1; row < starts.length; row += 1)
      starts[row] = (starts[row] as number) + (starts[row - 1] as number);
    for (let index = 0; index < this.#count; index += 1) {
      const row = (this.#rows[index] as number) + 1;
      const place = starts[row] as number;
      this.#sorted[place] = this.#numbers[index] as number;
      starts[row] = place + 1;
    }
    return starts;
  }

  #widen(): void {
    const room = this.#rows.length * 2;
    this.#rows = workingMemory.copyOf(this.#rows, room);
    this.#numbers = workingMemory.copyOf(this.#numbers, room);
    this.#sorted = workingMemory.uint32(this.#rows.length);
  }
}
