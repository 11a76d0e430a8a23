import { workerData } from 'node:worker_threads';
import { giveWay } from '../give-way.ts';
import { Interruption } from '../interruption.ts';
import { openForReading } from '../open-database.ts';
import { ReportEngine } from '../report-engine.ts';
import type { ReportName } from '../report-table.ts';
import { answerInThread } from '../thread-client.ts';
import type { Read, ReaderAsked } from './reader.ts';

/** Questions are answered here, on a connection of their own, so that a long scan never delays the writer. */
giveWay(19);
const { file, memoryBytes, interrupts } = workerData as {
  file: string;
  memoryBytes: number;
  interrupts: SharedArrayBuffer;
};
const engine = new ReportEngine(openForReading(file), {
  memoryBytes,
  interruption: new Interruption(interrupts),
});

answerInThread((name, [given]): Read => {
  const before = process.threadCpuUsage();
  const { asked, along } = given as ReaderAsked;
  const answer = engine.answer(name as ReportName, asked, along);
  const { user, system } = process.threadCpuUsage(before);
  return { answer, cpuMs: (user + system) / 1000 };
});
