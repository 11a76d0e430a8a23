import { workerData } from 'node:worker_threads';
import { DayCompactor } from '../days/day-compactor.ts';
import { Interruption } from '../interruption.ts';
import { openForSealing } from '../open-database.ts';
import { answerInThread } from '../thread-client.ts';

/** Projects are compacted here, so that neither a question nor the writer waits for it. */
const { file, interrupts } = workerData as { file: string; interrupts: SharedArrayBuffer };
const compactor = new DayCompactor(openForSealing(file), { interruption: new Interruption(interrupts) });

answerInThread((_name, asked) => compactor.compact(asked[0] as string));
