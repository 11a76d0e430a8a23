import type { AnswerWithFirstEvent, FirstEventAsked } from '../reports/first-event.ts';

type Waiting = Omit<PromiseWithResolvers<number | null>, 'promise'> & { readonly along: FirstEventAsked };

/**
 * Most requests ask, beside what they are about, when the first event of the project happened. That is asked along with
 * their next question of the same turn of the event loop, and told with its answer: a message to a reader and back
 * takes longer than to look it up.
 */
export class FirstEventAlong {
  readonly #askAlone: (along: FirstEventAsked) => Promise<number | null>;
  #waiting: Waiting | null = null;

  constructor(askAlone: (along: FirstEventAsked) => Promise<number | null>) {
    this.#askAlone = askAlone;
  }

  /** When it happened, of those that have happened by an instant; null where there is none. Epoch milliseconds. */
  ask(along: FirstEventAsked): Promise<number | null> {
    this.#letGo();
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    const waiting = { along, resolve, reject };
    this.#waiting = waiting;
    setImmediate(() => {
      if (this.#waiting === waiting) this.#letGo();
    });
    return promise;
  }

  /** The answer to a question, which is asked with what waits; where that fails, what waits is asked alone. */
  async answerTo(ask: (along?: FirstEventAsked) => Promise<unknown>): Promise<unknown> {
    const waiting = this.#take();
    if (waiting === null) return ask();
    try {
      const { answer, firstEventAt } = (await ask(waiting.along)) as AnswerWithFirstEvent;
      waiting.resolve(firstEventAt);
      return answer;
    } catch (error) {
      this.#tellAlone(waiting);
      throw error;
    }
  }

  #take(): Waiting | null {
    const taken = this.#waiting;
    this.#waiting = null;
    return taken;
  }

  /** No question has come. */
  #letGo(): void {
    const waiting = this.#take();
    if (waiting !== null) this.#tellAlone(waiting);
  }

  #tellAlone({ along, resolve, reject }: Waiting): void {
    this.#askAlone(along).then(resolve, reject);
  }
}
