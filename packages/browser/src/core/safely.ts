import { log } from './log.ts';

/** Runs a task of ours and keeps whatever it throws away from the host page. */
export function safely<Result>(task: () => Result): Result | undefined {
  try {
    return task();
  } catch (error) {
    log(error);
    return undefined;
  }
}
