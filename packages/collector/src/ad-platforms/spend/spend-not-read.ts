import type { PlatformAnswer } from '../adapter.ts';

/** Where a figure stands that cannot be read: `day` is null where not even that can be. */
export type UnreadableFigure = {
  readonly account: string;
  readonly day: string | null;
  readonly field: string;
};

/** A platform did not tell what ads cost: `answer` says why. What it has told before is not to be used. */
export class SpendNotRead extends Error {
  override readonly name = 'SpendNotRead';
  readonly answer: PlatformAnswer;
  /** Null where it is not one figure that is the cause. */
  readonly figure: UnreadableFigure | null;
  constructor(answer: PlatformAnswer, figure: UnreadableFigure | null = null) {
    super(`Spend was not read: ${answer.code}`);
    this.answer = answer;
    this.figure = figure;
  }
}

/** What a platform has answered, and nobody can read. `what`: which part of it, in plain words. */
export function unreadable(what: string, figure: UnreadableFigure | null = null): SpendNotRead {
  return new SpendNotRead(
    {
      class: 'unknown',
      isOutcomeKnown: true,
      httpStatus: 200,
      code: 'unreadable',
      field: figure?.field ?? null,
      leaveOut: null,
      retryAfterMs: null,
      reference: null,
      requestId: null,
      response: null,
      message: `The answer is not as documented: ${what}.`,
    },
    figure,
  );
}
