import type { ControlStore } from '../control-store.ts';

/**
 * Keeps what is cached of a control store current: the function that is returned calls `read` the first time, and then
 * only after a change. To be awaited at the start of work that a change must act on at once.
 */
export function readOnChange(
  control: Pick<ControlStore, 'onChange' | 'catchUp'>,
  read: () => Promise<void>,
): () => Promise<void> {
  let isStale = true;
  control.onChange(() => {
    isStale = true;
  });
  return async () => {
    await control.catchUp();
    if (!isStale) return;
    // Before it is read: what changes meanwhile is read by the next call.
    isStale = false;
    try {
      await read();
    } catch (error) {
      isStale = true;
      throw error;
    }
  };
}
