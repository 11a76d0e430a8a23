import { Worker } from 'node:worker_threads';
import type { Report, ReportName } from './reports.ts';
import type { ReportReply } from './reports-thread.ts';

/** Asks the reports thread, which is started with the first question. */
export type ReportsClient = {
  ask<Name extends ReportName>(name: Name, ...ask: Report<Name>['ask']): Promise<Report<Name>['answer']>;
  close(): Promise<void>;
};

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void };

export function createReportsClient(file: string): ReportsClient {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const thread = new Worker(new URL('./reports-thread.js', import.meta.url), {
      workerData: { file },
      // Reports live in long columns; what is young in them is short-lived, and a large room for it only stays dirty.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 },
    });
    thread.on('message', (reply: ReportReply) => {
      const caller = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('failure' in reply) caller?.reject(new Error(reply.failure));
      else caller?.resolve(reply.answer);
    });
    thread.on('error', (error) => abandon(error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => abandon(new Error('The reports thread has ended')));
    // An idle thread must not keep a command alive; every pending question does, through its caller.
    thread.unref();
    return thread;
  }

  /** A thread that died takes its questions with it; the next question starts a new one. */
  function abandon(error: Error): void {
    worker = null;
    for (const caller of waiting.values()) caller.reject(error);
    waiting.clear();
  }

  return {
    ask(name, ...ask) {
      worker ??= start();
      const thread = worker;
      thread.ref();
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
        thread.postMessage({ id, name, ask });
      }).finally(() => {
        if (waiting.size === 0) thread.unref();
      }) as never;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
