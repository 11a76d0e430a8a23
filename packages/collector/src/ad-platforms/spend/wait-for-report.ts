import { platformAnswer } from '../exchange/platform-answer.ts';
import { SpendNotRead } from './spend-not-read.ts';

/** Waits some milliseconds, or until the signal. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** A report that takes longer than about ten minutes is asked for anew at the next reading. */
const MOST_QUESTIONS = 24;

type Waiting<Report> = {
  readonly wait: Wait;
  /** The report where it is there; undefined while it is made. */
  readonly ask: () => Promise<Report | undefined>;
};

/**
 * Asks for a report until the platform has made it, with growing pauses.
 * @throws SpendNotRead where it takes too long
 */
export async function waitForReport<Report>(
  { wait, ask }: Waiting<Report>,
  signal: AbortSignal,
): Promise<Report> {
  let pause = FIRST_MS;
  for (let asked = 0; asked < MOST_QUESTIONS; asked += 1) {
    const report = await ask();
    if (report !== undefined) return report;
    await wait(pause, signal);
    pause = Math.min(pause * 2, LONGEST_MS);
  }
  throw reportFailed('report_not_ready', 'The platform has not made the report in ten minutes.');
}

/** The platform was asked for a report, and made none. */
export function reportFailed(code: string, message: string): SpendNotRead {
  return new SpendNotRead(platformAnswer(null, { class: 'transient', code, message }));
}
