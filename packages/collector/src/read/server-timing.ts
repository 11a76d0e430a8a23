import type { QuestionTiming } from '@cvq/storage';

/** How long the questions of one request took, in the words of the header Server-Timing. */
export class ServerTiming {
  #queueMs = 0;
  #workMs = 0;
  #hasJoined = false;

  readonly note = ({ queueMs, workMs, joined }: QuestionTiming): void => {
    this.#queueMs += queueMs;
    this.#workMs += workMs;
    this.#hasJoined ||= joined;
  };

  header(): string {
    const parts = [`queue;dur=${rounded(this.#queueMs)}`, `work;dur=${rounded(this.#workMs)}`];
    return [...parts, ...(this.#hasJoined ? ['join'] : [])].join(', ');
  }
}

/** To a hundredth of a millisecond. */
const rounded = (ms: number): number => Math.round(ms * 100) / 100;
