/** When a thread has answered what came in while it started. */
const AFTER_MS = 1000;

/**
 * Once, a second after a thread has started, collects what its start has left behind, and gives the memory back: a
 * tenth of what an idle collector has. V8 by itself does so after two minutes without work. It takes the main thread 40
 * ms. To be called with the start; does nothing in a process without `--expose-gc`, which `cvq serve` has.
 */
export function collectStartGarbage(): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  setTimeout(() => void gc({ type: 'major', execution: 'async', flavor: 'last-resort' }), AFTER_MS).unref();
}
