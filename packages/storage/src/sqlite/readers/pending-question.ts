import type { ReportName } from '../report-table.ts';
import type { FirstEventAsked } from '../reports/first-event.ts';
import type { QueuedQuestion } from './question-queue.ts';

/** A question as it is asked, and for which account. */
export type AskedQuestion = {
  readonly name: ReportName;
  readonly asked: readonly unknown[];
  readonly account: string;
  /** Asked along with it: then the answer is an `AnswerWithFirstEvent`. */
  readonly along?: FirstEventAsked | undefined;
  /** Asked by the store itself: it is in no figures, but in those of what waits and runs at the moment. */
  readonly isOwn?: boolean;
};

/** One who waits for the answer. */
export type Waiter = Pick<PromiseWithResolvers<unknown>, 'promise' | 'resolve' | 'reject'>;

/** A question on its way to its answer, with all who wait for it. */
export class PendingQuestion implements QueuedQuestion, AskedQuestion {
  readonly name: ReportName;
  readonly asked: readonly unknown[];
  readonly account: string;
  readonly isLong: boolean;
  readonly isOwn: boolean;
  along: FirstEventAsked | undefined;
  /** When a reader was handed it, and when that was done with it. */
  begunAt: number | null = null;
  endedAt: number | null = null;
  readonly #waiters = new Set<Waiter>();

  constructor({ name, asked, account, along, isOwn = false }: AskedQuestion, isLong: boolean) {
    this.name = name;
    this.asked = asked;
    this.account = account;
    this.isLong = isLong;
    this.isOwn = isOwn;
    this.along = along;
  }

  /** The same for questions that one answer is an answer to. */
  static keyOf({ account, name, asked, along }: AskedQuestion): string {
    return JSON.stringify([account, name, asked, along?.project]);
  }

  /** Somebody asks the same, at this moment or later. */
  join({ along }: AskedQuestion): void {
    if (along !== undefined && along.by > (this.along?.by ?? 0)) this.along = along;
  }

  wait(): Waiter {
    const waiter = Promise.withResolvers<unknown>();
    this.#waiters.add(waiter);
    return waiter;
  }

  /** One waits no longer; false where that one did not wait any more. */
  leave(waiter: Waiter, reason: unknown): boolean {
    if (!this.#waiters.delete(waiter)) return false;
    waiter.reject(reason);
    return true;
  }

  get isAbandoned(): boolean {
    return this.#waiters.size === 0;
  }

  /** Tells all who still wait; gives how many that were. */
  settle(tell: (waiter: Waiter) => void): number {
    const told = this.#waiters.size;
    for (const waiter of this.#waiters) tell(waiter);
    this.#waiters.clear();
    return told;
  }
}
