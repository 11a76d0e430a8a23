import { workerData } from 'node:worker_threads';
import { Interruption } from '../interruption.ts';
import { openForReading, openForSealing } from '../open-database.ts';
import { ProjectCompactor } from '../segments/project-compactor.ts';
import { answerInThread } from '../thread-client.ts';

/** Projects are compacted here, so that neither a question nor the writer waits for it. */
const { file, interrupts } = workerData as { file: string; interrupts: SharedArrayBuffer };
const compactor = new ProjectCompactor(
  { reading: openForReading(file), compacting: () => openForSealing(file) },
  { interruption: new Interruption(interrupts) },
);

answerInThread((_name, asked) => compactor.compact(asked[0] as string));
