import { brokenDay } from './days/day-broken.ts';

/** Deletes a day that is not as it was stored, and tells of it. */
type Withdraw = (day: number, error: Error) => Promise<void>;

/** As many days of one question may be broken: more of them are more than an accident. */
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
        await this.#once(day, error as Error);
      }
    }
  }

  async #once(day: number, error: Error): Promise<void> {
    const withdrawn = this.#withdrawn.get(day) ?? this.#withdraw(day, error);
    this.#withdrawn.set(day, withdrawn);
    try {
      await withdrawn;
    } catch (failure) {
      this.#withdrawn.delete(day);
      throw failure;
    }
  }
}
