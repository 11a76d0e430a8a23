import { parentPort } from 'node:worker_threads';
import { packError } from '../packed-error.ts';
import type { ThreadNews, ThreadReply, ThreadRequest } from './thread-client.ts';

/** Answers, in this thread, each request of a `ThreadClient` in its turn. What is thrown is told as a failure. */
export function answerInThread(answer: (name: string, ask: readonly unknown[]) => unknown): void {
  parentPort?.on('message', ({ id, name, ask }: ThreadRequest) => {
    parentPort?.postMessage(reply(id, () => answer(name, ask)));
  });
}

function reply(id: number, answer: () => unknown): ThreadReply {
  try {
    return { id, answer: answer() };
  } catch (error) {
    return { id, failure: packError(error) };
  }
}

/** Tells the owner of the thread something that it did not ask for. */
export function tellFromThread(news: ThreadNews): void {
  parentPort?.postMessage(news);
}
