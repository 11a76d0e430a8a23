import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Retrieval } from '../archive/retrieval.ts';
import type { ChangeNotes } from '../changes.ts';
import type { Connection } from '../open-database.ts';

/** A transaction begins nothing more after so long: whoever wants to store events waits for no more than this and a sync. */
const WORK_MS = 10;

type Options = {
  readonly notes: ChangeNotes;
  readonly archive: Retrieval;
  /** Ends the work between two transactions. */
  readonly signal: AbortSignal | undefined;
};

/** Works through long lists in transactions of a moment, and leaves the store to others for as long in between. */
export class ShortTransactions {
  readonly #db: Connection;
  readonly #notes: ChangeNotes;
  readonly #archive: Retrieval;
  readonly #signal: AbortSignal | undefined;

  constructor(db: Connection, { notes, archive, signal }: Options) {
    this.#db = db;
    this.#notes = notes;
    this.#archive = archive;
    this.#signal = signal;
  }

  /** One transaction. */
  run<Result>(work: () => Result): Result {
    return this.#db
      .transaction(() => {
        this.#notes.clear();
        this.#archive.begin();
        const result = work();
        this.#notes.write();
        return result;
      })
      .immediate();
  }

  /**
   * Between two parts of what is only read.
   * @throws the reason of the signal
   */
  async rest(): Promise<void> {
    await setImmediate();
    this.#signal?.throwIfAborted();
  }

  /** Works through a list, each in the transaction that it comes to. */
  async each<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
    const rest = items[Symbol.iterator]();
    let next = rest.next();
    while (next.done !== true) {
      const startedAt = performance.now();
      this.run(() => {
        while (next.done !== true && performance.now() - startedAt < WORK_MS) {
          work(next.value);
          next = rest.next();
        }
      });
      await setTimeout(performance.now() - startedAt);
      this.#signal?.throwIfAborted();
    }
  }
}
