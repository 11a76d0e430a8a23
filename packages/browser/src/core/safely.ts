import { log } from './log.ts';

/**
 * Runs a task of ours and keeps whatever it throws away from the host page. On a server there is no page, so nothing to
 * do and nothing to keep.
 */
export function safely<Result>(task: () => Result): Result | undefined {
  if (typeof document === 'undefined') return undefined;
  try {
    return task();
  } catch (error) {
    log(error);
    return undefined;
  }
}
