import { rateLimited } from '../../quotas/rate-limited.ts';

/** Each keeps a request, and a socket to a receiver, for as long as that takes to answer: ten seconds at most. */
const MOST = { ofProject: 2, inAll: 16 };

/** The tests of webhooks that wait for an answer now, so that they are never too many. */
export class TestsUnderWay {
  readonly #byProject = new Map<string, number>();
  #inAll = 0;

  /** @throws ApiError rate_limited where as many are under way as may be */
  async run<Result>(project: string, test: () => Promise<Result>): Promise<Result> {
    const ofProject = this.#byProject.get(project) ?? 0;
    if (ofProject >= MOST.ofProject || this.#inAll >= MOST.inAll)
      throw rateLimited({
        message: 'Other tests still wait for an answer. Try again in a second.',
        seconds: 1,
        scope: 'concurrency',
      });
    this.#count(project, 1);
    try {
      return await test();
    } finally {
      this.#count(project, -1);
    }
  }

  #count(project: string, by: 1 | -1): void {
    this.#inAll += by;
    const left = (this.#byProject.get(project) ?? 0) + by;
    if (left === 0) this.#byProject.delete(project);
    else this.#byProject.set(project, left);
  }
}
