const CODE = 'ANSWER_TOO_LARGE';

/** An answer that would not fit into the memory of a reader: nothing of it is told. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
  readonly code = CODE;

  /** @param what there is more of than `most` */
  constructor(what: string, most: number) {
    super(`There are more than ${most} ${what} in this range, which is the most that one answer holds`);
  }
}

/** Also of an error that has come from another thread. */
export function isAnswerTooLarge(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === CODE;
}
