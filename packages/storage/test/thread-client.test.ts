import { expect, it } from 'vitest';
import { Interruption } from '../dist/sqlite/interruption.js';
import { ThreadClient } from '../dist/sqlite/thread-client.js';

it('a thread that is closed while it starts is not cut off in the middle, which could end the process', async () => {
  const started = new SharedArrayBuffer(4);
  const thread = new ThreadClient(new URL('./starting-thread.ts', import.meta.url), {
    workerData: { started },
    limits: {},
  });
  thread.start();
  await thread.close();
  expect(new Int32Array(started)[0]).toBe(1);
});

it('a thread that cannot start does not keep its client from closing', async () => {
  const thread = new ThreadClient(new URL('./no-such-thread.ts', import.meta.url), {
    workerData: {},
    limits: {},
  });
  thread.start();
  await thread.close();
});

it('a thread that dies of its last question does not keep its client from closing', async () => {
  const interrupts = new Interruption().buffer;
  const thread = new ThreadClient<{ die: { asked: [{ dies: boolean }]; answer: never } }>(
    new URL('./blocking-thread.ts', import.meta.url),
    { workerData: { interrupts }, limits: {} },
  );
  const answer = thread.ask('die', [{ dies: true }]).catch((error: Error) => error.message);
  await thread.close();
  expect(await answer).toBe('The thread of the store has ended');
});

it('a thread that dies of a full heap tells so, and another answers what is asked next', async () => {
  const interrupts = new Interruption().buffer;
  const thread = new ThreadClient<{ ask: { asked: [{ fillsHeap?: boolean }]; answer: { answer: string } } }>(
    new URL('./blocking-thread.ts', import.meta.url),
    { workerData: { interrupts }, limits: { maxOldGenerationSizeMb: 16 } },
  );
  const failure = await thread.ask('ask', [{ fillsHeap: true }]).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'ThreadEnded', cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' } });
  expect(await thread.ask('ask', [{}])).toMatchObject({ answer: 'answered' });
  await thread.close();
});
