import { parentPort } from 'node:worker_threads';
import { packError } from '../packed-error.ts';
import type { ThreadNews, ThreadReply, ThreadRequest } from './thread-client.ts';

/** Answers, in this thread, each request of a `ThreadClient` in its turn. What is thrown is the answer's failure. */
export function answerInThread(answer: (name: string, asked: readonly unknown[]) => unknown): void {
  parentPort?.on('message', ({ id, name, asked }: ThreadRequest) => {
    parentPort?.postMessage(reply(id, () => answer(name, asked)));
  });
}

function reply(id: number, answer: () => unknown): ThreadReply {
  try {
    return { id, answer: answer() };
  } catch (error) {
    return { id, failure: packError(error) };
  }
}

/** Reports something to the owner of the thread that it did not ask for. */
export function reportFromThread(news: ThreadNews): void {
  parentPort?.postMessage(news);
}
