import { workerData } from 'node:worker_threads';
// Of the build: the thread runs without the test runner.
import { Interruption } from '../dist/sqlite/interruption.js';
import { answerInThread } from '../dist/sqlite/thread-client.js';

/** A thread for tests, which answers when it is let go, ends when it is interrupted, or dies. */
const { interrupts } = workerData as { interrupts: SharedArrayBuffer };
const interruption = new Interruption(interrupts);
const NAP_MS = 1;

answerInThread((_name, [about]) => {
  const { waitsFor, dies } = about as { waitsFor?: SharedArrayBuffer; dies?: boolean };
  if (dies) process.exit(1);
  if (waitsFor === undefined) return { answer: 'answered', cpuMs: 1 };
  const flag = new Int32Array(waitsFor);
  while (Atomics.wait(flag, 0, 0, NAP_MS) === 'timed-out') interruption.check();
  return { answer: 'let go', cpuMs: 1 };
});
