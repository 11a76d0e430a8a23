import { Interruption } from '../interruption.ts';
import type { Report, ReportName } from '../report-table.ts';
import { ThreadClient } from '../thread-client.ts';

/** An answer, and the processor time that it took. */
export type Read = { readonly answer: unknown; readonly cpuMs: number };

type Questions = { [Name in ReportName]: { asked: Report<Name>['asked']; answer: Read } };

/** Answers one question at a time. */
export type Reader = {
  /** Makes ready for a question that is likely to come. */
  warmUp(): void;
  answer(name: ReportName, asked: readonly unknown[]): Promise<Read>;
  /** The question at work need not be answered any more: it fails, soon. */
  interrupt(): void;
  close(): Promise<void>;
};

/** Reports live in long columns; what is young in them is short-lived, and a large room for it only stays dirty. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 };

/**
 * A reader of a file of events, in a thread that starts with the first question, and anew after it has died.
 * `memoryBytes`: what it may keep of days, about.
 */
export function openReader(file: string, memoryBytes: number): Reader {
  const interruption = new Interruption();
  const thread = new ThreadClient<Questions>(new URL('./reader-thread.bundle.js', import.meta.url), {
    workerData: { file, memoryBytes, interrupts: interruption.buffer },
    limits: THREAD_MEMORY,
  });
  return {
    warmUp: () => thread.start(),
    answer(name, asked) {
      interruption.clear();
      return thread.ask(name, asked as Questions[typeof name]['asked']);
    },
    interrupt: () => interruption.interrupt(),
    close: () => thread.close(),
  };
}
