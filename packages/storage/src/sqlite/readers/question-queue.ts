/** What a queue needs to know of a question. */
export type QueuedQuestion = {
  /** The account that it is asked for. */
  readonly account: string;
  /** Whether it is expected to keep a reader for long. */
  readonly isLong: boolean;
  /** Asked by the store itself. */
  readonly isOwn: boolean;
};

/** What a reader may be handed. */
type Taking = { readonly mayBeLong: boolean; readonly mayBeOwn: boolean };

/** So many short questions in a row are taken before a long one that could be taken as well. */
const SHORT_IN_A_ROW = 8;

/**
 * Questions that no reader has been handed yet. Each account with something waiting has its turn: one that asks a hundred
 * questions waits for itself, and an account that asks one waits for at most one of every other. Short questions pass long
 * ones, but not for ever. What the store asks for itself comes after all others.
 */
export class QuestionQueue<Question extends QueuedQuestion> {
  readonly #short = new Lane<Question>();
  readonly #long = new Lane<Question>();
  readonly #own = new Lane<Question>();
  #shortInARow = 0;

  /** How many wait, without what the store asks for itself. */
  get size(): number {
    return this.#short.size + this.#long.size;
  }

  /** How many questions of an account wait. */
  sizeOf(account: string): number {
    return this.#short.sizeOf(account) + this.#long.sizeOf(account) + this.#own.sizeOf(account);
  }

  add(question: Question): void {
    this.#laneOf(question).add(question);
  }

  /** False where the question does not wait. */
  delete(question: Question): boolean {
    return this.#laneOf(question).delete(question);
  }

  /** The question whose turn it is, which waits no longer. */
  take({ mayBeLong, mayBeOwn }: Taking): Question | undefined {
    const longIsDue = this.#long.size > 0 && this.#shortInARow >= SHORT_IN_A_ROW;
    const short = mayBeLong && longIsDue ? undefined : this.#short.take();
    if (short !== undefined) {
      this.#shortInARow += 1;
      return short;
    }
    if (mayBeLong) this.#shortInARow = 0;
    const long = mayBeLong ? this.#long.take() : undefined;
    return long ?? (mayBeOwn ? this.#own.take() : undefined);
  }

  #laneOf({ isLong, isOwn }: Question): Lane<Question> {
    if (isOwn) return this.#own;
    return isLong ? this.#long : this.#short;
  }
}

/** Questions of one kind: of each account in the order of arrival, the accounts in turn. */
class Lane<Question extends QueuedQuestion> {
  /** The account that is next comes first. None is empty. */
  readonly #byAccount = new Map<string, Set<Question>>();
  size = 0;

  sizeOf(account: string): number {
    return this.#byAccount.get(account)?.size ?? 0;
  }

  add(question: Question): void {
    const waiting = this.#byAccount.get(question.account);
    if (waiting === undefined) this.#byAccount.set(question.account, new Set([question]));
    else waiting.add(question);
    this.size += 1;
  }

  delete(question: Question): boolean {
    const waiting = this.#byAccount.get(question.account);
    if (waiting === undefined || !waiting.delete(question)) return false;
    if (waiting.size === 0) this.#byAccount.delete(question.account);
    this.size -= 1;
    return true;
  }

  take(): Question | undefined {
    for (const [account, waiting] of this.#byAccount) {
      const [first] = waiting;
      if (first === undefined) continue;
      this.delete(first);
      // The others of the account wait until every other account has had its turn.
      if (this.#byAccount.delete(account)) this.#byAccount.set(account, waiting);
      return first;
    }
    return undefined;
  }
}
