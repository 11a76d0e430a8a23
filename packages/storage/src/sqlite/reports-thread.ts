import { parentPort, workerData } from 'node:worker_threads';
import { openForReading, openForSealing } from './open-database.ts';
import type { ReportName } from './reports.ts';
import { createReportsDesk } from './reports-desk.ts';

export type ReportRequest = { id: number; name: ReportName; ask: readonly unknown[] };
export type ReportReply = { id: number; answer: unknown } | { id: number; failure: string };

/** Reads run here, on a connection of their own, so that a long scan never delays the writer. */
const { file } = workerData as { file: string };
const desk = createReportsDesk({ reading: openForReading(file), sealing: () => openForSealing(file) });

parentPort?.on('message', ({ id, name, ask }: ReportRequest) => {
  parentPort?.postMessage(answer(id, name, ask));
});

function answer(id: number, name: ReportName, ask: readonly unknown[]): ReportReply {
  try {
    return { id, answer: desk.answer(name, ask) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}
