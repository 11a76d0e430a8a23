import { Interruption } from '../interruption.ts';
import type { ReportName } from '../report-table.ts';
import type { FirstEventAsked } from '../reports/first-event.ts';
import { ThreadClient } from '../thread-client.ts';
import type { AskedQuestion } from './pending-question.ts';

/** An answer, and the processor time that it took. */
export type Read = { readonly answer: unknown; readonly cpuMs: number };

/** What the thread is asked of each report. */
export type ReaderAsked = Pick<AskedQuestion, 'asked' | 'along'>;
type Questions = { [Name in ReportName]: { asked: readonly [ReaderAsked]; answer: Read } };

/** Answers one question at a time. */
export type Reader = {
  /** Whether it is ready, or about to be. */
  readonly isStarted: boolean;
  /** Makes ready for a question that is likely to come. */
  warmUp(): void;
  answer(name: ReportName, asked: readonly unknown[], along?: FirstEventAsked): Promise<Read>;
  /** The question at work need not be answered any more: it fails, soon. */
  interrupt(): void;
  close(): Promise<void>;
};

type Options = {
  /** What it may keep of days and to work with, about. That lies outside of the heap. */
  readonly memoryBytes: number;
  /** What the heap of JavaScript may take, apart from what is young in it. */
  readonly heapMegabytes?: number;
};

/** Room for what a question makes of columns, such as a row of a breakdown for each value. */
const HEAP_MEGABYTES = 96;
/** What is young is short-lived, and a large room for it only stays dirty. */
const YOUNG_MEGABYTES = 4;

/** A reader of a file of events, in a thread that starts with the first question, and anew after it has died. */
export function openReader(file: string, { memoryBytes, heapMegabytes = HEAP_MEGABYTES }: Options): Reader {
  const interruption = new Interruption();
  const thread = new ThreadClient<Questions>(new URL('./reader-thread.bundle.js', import.meta.url), {
    workerData: { file, memoryBytes, interrupts: interruption.buffer },
    limits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES, maxOldGenerationSizeMb: heapMegabytes },
  });
  return {
    get isStarted() {
      return thread.isStarted;
    },
    warmUp: () => thread.start(),
    answer(name, asked, along) {
      interruption.clear();
      return thread.ask(name, [{ asked, along }]);
    },
    interrupt: () => interruption.interrupt(),
    close: () => thread.close(),
  };
}
