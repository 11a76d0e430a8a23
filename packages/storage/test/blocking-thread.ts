import { workerData } from 'node:worker_threads';
// Of the build: the thread runs without the test runner.
import { Interruption } from '../dist/sqlite/interruption.js';
import { answerInThread } from '../dist/sqlite/thread-client.js';

type About = {
  readonly waitsFor?: SharedArrayBuffer;
  readonly dies?: boolean;
  readonly diesOnce?: SharedArrayBuffer;
  readonly fillsHeap?: boolean;
};

/** A thread for tests, which answers when it is let go, ends when it is interrupted, or dies. */
const { interrupts } = workerData as { interrupts: SharedArrayBuffer };
const interruption = new Interruption(interrupts);
const NAP_MS = 1;

answerInThread((_name, [about]) => {
  const { waitsFor, dies, diesOnce, fillsHeap } = about as About;
  if (dies) process.exit(1);
  if (diesOnce !== undefined && Atomics.exchange(new Int32Array(diesOnce), 0, 1) === 0) process.exit(1);
  for (const filling: object[] = []; fillsHeap; ) filling.push(new Array(1000).fill({}));
  if (waitsFor === undefined) return { answer: 'answered', cpuMs: 1 };
  const flag = new Int32Array(waitsFor);
  while (Atomics.wait(flag, 0, 0, NAP_MS) === 'timed-out') interruption.check();
  return { answer: 'let go', cpuMs: 1 };
});
