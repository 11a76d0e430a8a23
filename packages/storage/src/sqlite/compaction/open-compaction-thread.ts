import { Interruption } from '../interruption.ts';
import { ThreadClient } from '../thread-client.ts';

/**
 * What was done for a project: days stored as columns, rows archived, and how many days with rows to archive, and blocks to
 * index, are left. As long as there are more days to store nothing is archived: questions wait for days alone.
 */
export type Compacted = {
  readonly days: number;
  readonly isMoreToStore: boolean;
  readonly rows: number;
  readonly daysLeft: number;
  readonly blocksLeft: number;
  /** Events that were deleted since their project keeps them no longer, and whether more are left. */
  readonly expired: number;
  readonly isMoreToExpire: boolean;
  /** What is wrong with blocks that could not be read, each told once. */
  readonly broken: readonly string[];
};

export const NOTHING: Compacted = {
  days: 0,
  isMoreToStore: false,
  rows: 0,
  daysLeft: 0,
  blocksLeft: 0,
  expired: 0,
  isMoreToExpire: false,
  broken: [],
};

/** Where projects are compacted, one at a time. */
export type CompactionThread = {
  /** The keys of all projects. */
  projects(): Promise<readonly string[]>;
  /** `keptFrom`: what happened before is deleted for good; null where all is kept. */
  compact(project: string, keptFrom: number | null): Promise<Compacted>;
  /** Deletes a stored day that is broken, or all that are stored of its project. */
  withdraw(day: number, what: 'day' | 'project'): Promise<void>;
  /** Ends after the range that is at work. */
  close(): Promise<void>;
};

type Asked = {
  projects: { asked: []; answer: readonly string[] };
  compact: { asked: [project: string, keptFrom: number | null]; answer: Compacted };
  withdraw: { asked: [day: number, what: 'day' | 'project']; answer: undefined };
};

const THREAD_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 };

/**
 * The thread that compacts a file of events, and archives what has been at rest for so many hours. It starts when there is
 * something to do, and stays.
 */
export function openCompactionThread(file: string, archiveHours: number): CompactionThread {
  const interruption = new Interruption();
  const thread = new ThreadClient<Asked>(new URL('./compaction-thread.bundle.js', import.meta.url), {
    workerData: { file, archiveHours, interrupts: interruption.buffer },
    limits: THREAD_MEMORY,
  });
  return {
    projects: () => thread.ask('projects', []),
    compact: (project, keptFrom) => thread.ask('compact', [project, keptFrom]),
    withdraw: async (day, what) => {
      await thread.ask('withdraw', [day, what]);
    },
    close() {
      interruption.interrupt();
      return thread.close();
    },
  };
}
