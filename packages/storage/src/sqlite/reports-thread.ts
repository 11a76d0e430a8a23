import { workerData } from 'node:worker_threads';
import { packError } from '../packed-error.ts';
import { openForReading, openForSealing } from './open-database.ts';
import { ReportEngine } from './report-engine.ts';
import type { ReportName } from './report-table.ts';
import { answerInThread, reportFromThread } from './thread-client.ts';

/** Reads run here, on a connection of their own, so that a long scan never delays the writer. */
const { file } = workerData as { file: string };
const engine = new ReportEngine({
  reading: openForReading(file),
  compacting: () => openForSealing(file),
  warn: (error) => reportFromThread({ warning: packError(error) }),
  noteCompacted: (count) => reportFromThread({ compacted: count }),
});

answerInThread((name, asked) => engine.answer(name as ReportName, asked));
