import type { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { CompactableRanges } from './compactable-ranges.ts';
import { Compactor } from './compactor.ts';
import { SEGMENT_SIZES, type SegmentSizes } from './segment-range.ts';

type Connections = {
  readonly reading: Connection;
  /** Opened once there is something to compact. */
  readonly compacting: () => Connection;
};
type Options = { readonly sizes?: SegmentSizes; readonly interruption?: Interruption };

/** Compacts a project. Whoever decides when that is done needs to know nothing else about segments. */
export class ProjectCompactor {
  readonly #connections: Connections;
  readonly #interruption: Interruption | undefined;
  readonly #ranges: CompactableRanges;
  readonly #idOf;
  /** By project, the version of the data that was last looked through. */
  readonly #lookedThrough = new Map<number, number>();
  #compactor: Compactor | null = null;

  constructor(connections: Connections, { sizes = SEGMENT_SIZES, interruption }: Options = {}) {
    this.#connections = connections;
    this.#interruption = interruption;
    this.#ranges = new CompactableRanges(connections.reading, sizes);
    this.#idOf = connections.reading.prepare('SELECT id FROM projects WHERE key = ?').pluck();
  }

  /**
   * Compacts what is out of the hot window of a project, and tells how many ranges that were.
   * @throws SqliteError on a full disk, or where a writer is long at work.
   */
  compact(key: string): number {
    const project = this.#idOf.get(key) as number | undefined;
    if (project === undefined || this.#lookedThrough.get(project) === this.#version()) return 0;
    let compacted = 0;
    for (const range of [...this.#ranges.of(project)]) {
      this.#interruption?.check();
      this.#compactor ??= new Compactor(this.#connections.compacting());
      if (this.#compactor.compact(range)) compacted += 1;
    }
    this.#lookedThrough.set(project, this.#version());
    return compacted;
  }

  #version(): number {
    return this.#connections.reading.pragma('data_version', { simple: true }) as number;
  }
}
