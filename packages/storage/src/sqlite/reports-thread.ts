import { parentPort, workerData } from 'node:worker_threads';
import { openForReading } from './open-database.ts';
import { type ReportName, reports } from './reports.ts';

export type ReportRequest = { id: number; name: ReportName; ask: readonly unknown[] };
export type ReportReply = { id: number; answer: unknown } | { id: number; failure: string };

/** Reads run here, on a connection of their own, so that a long scan never delays the writer. */
const db = openForReading((workerData as { file: string }).file);

parentPort?.on('message', ({ id, name, ask }: ReportRequest) => {
  parentPort?.postMessage(answer(id, name, ask));
});

function answer(id: number, name: ReportName, ask: readonly unknown[]): ReportReply {
  try {
    const report = reports[name] as (db: unknown, ...ask: readonly unknown[]) => unknown;
    return { id, answer: report(db, ...ask) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}
