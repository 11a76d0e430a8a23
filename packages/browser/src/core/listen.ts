import { invoke } from './invoke.ts';
import { safely } from './safely.ts';

/**
 * Listens in the capture phase, so that a page that stops an event does not hide it from us; or late, after the page's
 * own listeners.
 */
export function listen<E extends Event>(
  target: EventTarget,
  type: string,
  handle: (event: E) => unknown,
  isLate?: boolean,
): void {
  // A page may have replaced this method with one that throws; then only this one thing goes unheard.
  safely(() =>
    invoke(target, 'addEventListener', type, (event) => safely(() => handle(event as E)), !isLate),
  );
}
