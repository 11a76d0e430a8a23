/**
 * A thread of the store has died, and took the questions with it that it had not answered. `cause`: of what, where that
 * is known.
 */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  constructor(cause?: unknown) {
    super('The thread of the store has ended', { cause });
  }
}
