import { brokenDay } from './days/day-broken.ts';

/** Deletes a day that is not as it was stored, or all days of its project, and tells of it. */
type Withdraw = (day: number, error: Error, what: 'day' | 'project') => Promise<void>;

/**
 * As many days of one question are deleted one by one. More of them are more than an accident: then all of the project are,
 * so that a question begins anew a few times only.
 */
const SINGLY = 10;
/** A question gives up after so many: what is stored meanwhile is broken again. */
const MOST = 100;

/** Answers questions although stored days are broken: each is deleted once, and then its rows are read. */
export class BrokenDays {
  readonly #withdraw: Withdraw;
  readonly #withdrawn = new Map<number, Promise<void>>();

  constructor(withdraw: Withdraw) {
    this.#withdraw = withdraw;
  }

  async without<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let met = 0; ; met += 1) {
      try {
        return await ask();
      } catch (error) {
        const day = brokenDay(error);
        if (day === null || met === MOST) throw error;
        if (met < SINGLY) await this.#once(day, error as Error);
        else await this.#withdraw(day, error as Error, 'project');
      }
    }
  }

  async #once(day: number, error: Error): Promise<void> {
    const withdrawn = this.#withdrawn.get(day) ?? this.#withdraw(day, error, 'day');
    this.#withdrawn.set(day, withdrawn);
    try {
      await withdrawn;
    } catch (failure) {
      this.#withdrawn.delete(day);
      throw failure;
    }
  }
}
