import type { Connection } from './open-database.ts';
import { createActors } from './reports/actors.ts';
import type { ReportDesk } from './reports/inquiry.ts';
import { createWords } from './reports/words.ts';
import { type ReportName, reports } from './reports.ts';
import { CompactableRanges } from './segments/compactable-ranges.ts';
import { Compactor } from './segments/compactor.ts';
import { SEGMENT_SIZES, type SegmentSizes } from './segments/segment-range.ts';
import { Segments } from './segments/segments.ts';

/** Answers questions, each of one moment. What it would have to read row by row time and again it compacts first. */
export type ReportsDesk = { answer(name: ReportName, ask: readonly unknown[]): unknown };

type Connections = {
  readonly reading: Connection;
  /** Opened once there is something to compact. */
  readonly sealing: () => Connection;
  /** Hears why something could not be compacted. */
  readonly warn?: (error: unknown) => void;
  /** Hears how many ranges were compacted. */
  readonly noteCompacted?: (count: number) => void;
};

export function createReportsDesk(
  { reading: db, sealing, warn = () => {}, noteCompacted = () => {} }: Connections,
  sizes: SegmentSizes = SEGMENT_SIZES,
): ReportsDesk {
  // Made when they are needed: a file that is broken must still be able to say so.
  const words = lazily(() => createWords(db));
  const segments = lazily(() => new Segments(db, sizes));
  const desk: ReportDesk = {
    db,
    get words() {
      return words();
    },
    get segments() {
      return segments();
    },
    actors: createActors(),
  };
  const idOf = lazily(() => db.prepare('SELECT id FROM projects WHERE key = ?').pluck());
  const compactable = lazily(() => new CompactableRanges(db, sizes));
  const settled = new Map<number, number>();
  let compactor: Compactor | null = null;
  let isFailing = false;

  /** Compacts what is out of the hot window of a project, since it was last asked about. */
  function settle(project: number): void {
    const version = () => db.pragma('data_version', { simple: true }) as number;
    if (settled.get(project) === version()) return;
    try {
      const ranges = [...compactable().of(project)];
      for (const range of ranges) {
        compactor ??= new Compactor(sealing());
        compactor.compact(range);
      }
      isFailing = false;
      if (ranges.length > 0) noteCompacted(ranges.length);
    } catch (error) {
      // A full disk, or a writer that is long at work: what is not compacted is read row by row.
      if (!(error instanceof Error && 'code' in error)) throw error;
      // A full disk stays full for a while: it is told when it begins.
      if (!isFailing) warn(error);
      isFailing = true;
    }
    settled.set(project, version());
  }

  const inOneMoment = db.transaction((name: ReportName, ask: readonly unknown[]) => {
    const report = reports[name] as (desk: ReportDesk, ...ask: readonly unknown[]) => unknown;
    return report(desk, ...ask);
  });

  return {
    answer(name, ask) {
      const key = projectOf(ask);
      const project = key === null ? undefined : (idOf().get(key) as number | undefined);
      if (project !== undefined) settle(project);
      return inOneMoment(name, ask);
    },
  };
}

function lazily<Thing>(make: () => Thing): () => Thing {
  let made: Thing | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The project that a question is about; null for what is no question about measures. */
function projectOf([question]: readonly unknown[]): unknown {
  if (typeof question !== 'object' || question === null || !('bots' in question)) return null;
  return 'project' in question ? question.project : null;
}
