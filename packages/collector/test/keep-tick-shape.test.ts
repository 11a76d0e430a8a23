import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { KEPT_TICK, keepTickShape } from '../src/keep-tick-shape.ts';

it('keeps one of the objects that Node.js queues for nextTick', async () => {
  keepTickShape();
  await setImmediate();
  expect(Reflect.get(process, KEPT_TICK)).toMatchObject({ callback: expect.any(Function) });
});
