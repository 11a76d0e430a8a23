import { workerData } from 'node:worker_threads';
import { Interruption } from '../interruption.ts';
import { openForReading } from '../open-database.ts';
import { ReportEngine } from '../report-engine.ts';
import type { ReportName } from '../report-table.ts';
import { answerInThread } from '../thread-client.ts';

/** Questions are answered here, on a connection of their own, so that a long scan never delays the writer. */
const { file, interrupts } = workerData as { file: string; interrupts: SharedArrayBuffer };
const engine = new ReportEngine(openForReading(file), { interruption: new Interruption(interrupts) });

answerInThread((name, asked) => engine.answer(name as ReportName, asked));
