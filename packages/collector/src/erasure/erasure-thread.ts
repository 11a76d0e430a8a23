import { parentPort, workerData } from 'node:worker_threads';
import { packError } from '@cvq/storage';
import type { ErasureAsked, ErasureTold } from './erasure-channel.ts';
import { type ErasureWorkSettings, openErasureWork } from './erasure-work.ts';

/** Persons are erased here, so that no request waits for it. */
const work = openErasureWork(workerData as ErasureWorkSettings);
const stops = new Map<number, AbortController>();

parentPort?.on('message', async (asked: ErasureAsked) => {
  if (asked.what === 'stop') return stops.get(asked.id)?.abort();
  if (asked.what === 'close') {
    await work.close();
    return parentPort?.close();
  }
  const { id } = asked;
  const stop = new AbortController();
  stops.set(id, stop);
  await answerOf(asked, stop.signal)
    .then(
      (answer) => tell({ id, answer }),
      (error: unknown) => tell({ id, failure: packError(error) }),
    )
    .finally(() => stops.delete(id));
});

type Work = Exclude<ErasureAsked, { what: 'stop' | 'close' }>;
type Answer = Extract<ErasureTold, { answer: unknown }>['answer'];

function answerOf(asked: Work, signal: AbortSignal): Promise<Answer> {
  if (asked.what === 'clear') return work.clear(asked.store, { signal });
  const { id, what, project, person } = asked;
  if (what === 'names') return work.names(project, person);
  if (what === 'preview') return work.preview(project, person);
  return work.erase(project, person, { signal, hear: (progress) => tell({ id, progress }) });
}

function tell(told: ErasureTold): void {
  parentPort?.postMessage(told);
}
