import type { PlatformAnswer } from './adapter.ts';

/** There is no access token: `answer` says why, as if the platform had answered so. */
export class NoAccessToken extends Error {
  override readonly name = 'NoAccessToken';
  readonly answer: PlatformAnswer;
  constructor(answer: PlatformAnswer) {
    super(`No access token: ${answer.code}`);
    this.answer = answer;
  }
}
