import type { PlatformAnswer } from '../adapter.ts';

/** There is no access token: `answer` says why, as if the platform had answered so. */
export class NoAccessToken extends Error {
  override readonly name = 'NoAccessToken';
  readonly answer: PlatformAnswer;
  constructor(answer: PlatformAnswer, options?: ErrorOptions) {
    super(`No access token: ${answer.code}`, options);
    this.answer = answer;
  }
}
