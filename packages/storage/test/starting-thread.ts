import { workerData } from 'node:worker_threads';
// Of the build: the thread runs without the test runner.
import { answerInThread } from '../dist/sqlite/thread-client.js';

/** A thread for tests, which marks that it has come to the end of its start. */
const { started } = workerData as { started: SharedArrayBuffer };
answerInThread(() => null);
Atomics.store(new Int32Array(started), 0, 1);
