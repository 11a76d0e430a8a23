import type { Connection } from './open-database.ts';
import { type ReportName, reports } from './report-table.ts';
import { DictionaryColumns } from './reports/dictionary-columns.ts';
import type { ReportContext } from './reports/report-run.ts';
import { VisitorIndex } from './reports/visitor-index.ts';
import { CompactableRanges } from './segments/compactable-ranges.ts';
import { Compactor } from './segments/compactor.ts';
import { SEGMENT_SIZES, type SegmentSizes } from './segments/segment-range.ts';
import { Segments } from './segments/segments.ts';

type Connections = {
  readonly reading: Connection;
  /** Opened once there is something to compact. */
  readonly compacting: () => Connection;
  /** Hears why something could not be compacted. */
  readonly warn?: (error: unknown) => void;
  /** Hears how many ranges were compacted. */
  readonly noteCompacted?: (count: number) => void;
};

/** Answers questions, each of one moment. What it would have to read row by row time and again it compacts first. */
export class ReportEngine {
  readonly #connections: Connections;
  readonly #sizes: SegmentSizes;
  readonly #inOneMoment: (name: ReportName, asked: readonly unknown[]) => unknown;
  /** By project, the version of the data that was last looked through for what can be compacted. */
  readonly #lookedThrough = new Map<number, number>();
  #context: ReportContext | null = null;
  #ranges: CompactableRanges | null = null;
  #compactor: Compactor | null = null;
  #isFailing = false;

  constructor(connections: Connections, sizes: SegmentSizes = SEGMENT_SIZES) {
    this.#connections = connections;
    this.#sizes = sizes;
    this.#inOneMoment = connections.reading.transaction((name: ReportName, asked: readonly unknown[]) => {
      const report = reports[name] as (context: ReportContext, ...asked: readonly unknown[]) => unknown;
      return report(this.#openContext(), ...asked);
    });
  }

  answer(name: ReportName, asked: readonly unknown[]): unknown {
    const key = projectOf(asked);
    const project = key === null ? undefined : this.#idOf(key);
    if (project !== undefined) this.#compact(project);
    return this.#inOneMoment(name, asked);
  }

  #openContext(): ReportContext {
    const { reading: db } = this.#connections;
    this.#context ??= {
      db,
      dictionaries: new DictionaryColumns(db),
      segments: new Segments(db, this.#sizes),
      visitorIndex: new VisitorIndex(),
    };
    return this.#context;
  }

  #idOf(key: unknown): number | undefined {
    const id = this.#connections.reading.prepare('SELECT id FROM projects WHERE key = ?').pluck();
    return id.get(key) as number | undefined;
  }

  #version(): number {
    return this.#connections.reading.pragma('data_version', { simple: true }) as number;
  }

  /** Compacts what is out of the hot window of a project, since it was last asked about. */
  #compact(project: number): void {
    if (this.#lookedThrough.get(project) === this.#version()) return;
    const { reading, compacting, warn, noteCompacted } = this.#connections;
    try {
      this.#ranges ??= new CompactableRanges(reading, this.#sizes);
      const ranges = [...this.#ranges.of(project)];
      for (const range of ranges) {
        this.#compactor ??= new Compactor(compacting());
        this.#compactor.compact(range);
      }
      this.#isFailing = false;
      if (ranges.length > 0) noteCompacted?.(ranges.length);
    } catch (error) {
      // A full disk, or a writer that is long at work: what is not compacted is read row by row.
      if (!(error instanceof Error && 'code' in error)) throw error;
      // A full disk stays full for a while: it is reported when it begins.
      if (!this.#isFailing) warn?.(error);
      this.#isFailing = true;
    }
    this.#lookedThrough.set(project, this.#version());
  }
}

/** The project that a question is about; null for what is no question about measures. */
function projectOf([question]: readonly unknown[]): unknown {
  if (typeof question !== 'object' || question === null || !('bots' in question)) return null;
  return 'project' in question ? question.project : null;
}
