import { BadFile, type FileFault } from './bad-file.ts';

/** So many faults of a file are told, of which the first may be the cause of the others. */
const MOST_FAULTS = 20;

/** The faults of a file, gathered so that all can be mended at once. */
export class FoundFaults {
  readonly #faults: FileFault[] = [];

  get areThere(): boolean {
    return this.#faults.length > 0;
  }

  /** @throws BadFile when there are as many as are told */
  add(fault: FileFault): void {
    this.#faults.push(fault);
    if (this.#faults.length >= MOST_FAULTS) this.refuse();
  }

  /** @throws BadFile where there are any */
  refuse(): void {
    if (!this.areThere) return;
    throw new BadFile(this.#faults.toSorted((one, other) => one.line - other.line));
  }
}
