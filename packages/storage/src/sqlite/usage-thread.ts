import { workerData } from 'node:worker_threads';
import { collectStartGarbage } from '../collect-start-garbage.ts';
import { usageCounters } from './control/usage-counters.ts';
import { openForCounting } from './open-database.ts';
import { answerInThread } from './thread-client.ts';

/** Requests are counted here: a disk that stalls must not stall the thread that accepts connections. */
const { file, owner } = workerData as { file: string; owner: string };
const counters: Readonly<Record<string, (...ask: never[]) => unknown>> = usageCounters(
  openForCounting(file),
  owner,
);

answerInThread((name, asked) => counters[name]?.(...(asked as never[])));

collectStartGarbage();
