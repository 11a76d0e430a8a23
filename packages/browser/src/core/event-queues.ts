import { createEventQueue } from './event-queue.ts';
import { type EventQueue, storeUndelivered } from './queue-state.ts';
import { writeDown } from './storage.ts';

/** One for each project that this copy of the SDK serves. */
const queues: EventQueue[] = [];

/** Starts with what earlier pages of the project left behind, and follows the page to its end. */
export function startEventQueue(project: string, endpoint: string): EventQueue {
  const queue = createEventQueue(project, endpoint);
  queues.push(queue);
  return queue;
}

/** Writes what waits to the device, where it may be written. */
export function storeQueues(): void {
  writeDown();
  for (const queue of queues) storeUndelivered(queue);
}

/** Forgets every event. */
export function discardQueues(): void {
  writeDown();
  for (const queue of queues) {
    queue.undelivered = [];
    storeUndelivered(queue);
  }
}
