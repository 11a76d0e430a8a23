import { executionAsyncResource } from 'node:async_hooks';

/** On the process, where the bundler cannot see that nobody reads it. */
export const KEPT_TICK = Symbol('kept tick');

/**
 * Keeps `process.nextTick` fast, of which Node.js has ten calls for each request. What it queues has keys that are
 * computed. V8 knows how to make such an object only while one of the same shape is alive: a full collection at a
 * moment without any makes each later one cost five times as much, for as long as the thread lives. So one stays alive.
 * To be called once, with the start of a thread.
 */
export function keepTickShape(): void {
  process.nextTick(() => Object.assign(process, { [KEPT_TICK]: executionAsyncResource() }));
}
