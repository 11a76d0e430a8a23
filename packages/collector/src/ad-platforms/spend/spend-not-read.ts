import type { PlatformAnswer } from '../adapter.ts';

/** A platform did not tell what ads cost: `answer` says why. What it has told before is not to be used. */
export class SpendNotRead extends Error {
  override readonly name = 'SpendNotRead';
  readonly answer: PlatformAnswer;
  constructor(answer: PlatformAnswer) {
    super(`Spend was not read: ${answer.code}`);
    this.answer = answer;
  }
}

/** What a platform has answered, and nobody can read. `what`: which part of it, in plain words. */
export function unreadable(what: string): SpendNotRead {
  return new SpendNotRead({
    ...{ class: 'unknown', isOutcomeKnown: true, httpStatus: 200, code: 'unreadable', field: null },
    ...{ leaveOut: null, retryAfterMs: null, reference: null, requestId: null, response: null },
    message: `The answer is not as documented: ${what}.`,
  });
}
