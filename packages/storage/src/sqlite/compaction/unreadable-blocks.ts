import { isBlockBroken } from '../../block-broken.ts';

/** Goes on without what needs a block that cannot be read, and remembers which blocks are to be told of. */
export class UnreadableBlocks {
  readonly #known = new Set<string>();
  #untold: string[] = [];

  /** Undefined where a block cannot be read. */
  skip<Done>(work: () => Done): Done | undefined {
    try {
      return work();
    } catch (error) {
      if (!isBlockBroken(error)) throw error;
      if (!this.#known.has(error.message)) this.#untold.push(error.message);
      this.#known.add(error.message);
      return undefined;
    }
  }

  /** What the blocks that were met since the last call say, each of them once. */
  take(): string[] {
    const untold = this.#untold;
    this.#untold = [];
    return untold;
  }
}
