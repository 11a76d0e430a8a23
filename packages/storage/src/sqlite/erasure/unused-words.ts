import { ChangeReader } from '../changes.ts';
import type { Connection, Statement } from '../open-database.ts';
import { anonymousName } from './anonymous-name.ts';
import { WORD } from './replaced-words.ts';
import type { ShortTransactions } from './short-transactions.ts';
import { type ReplacedEntry, WordUses } from './word-uses.ts';

/** So often it is looked through anew where more has changed meanwhile than was noted. */
const MAX_ROUNDS = 3;

/** Erases entries of dictionaries that an erasure has replaced, and that nobody else uses. Their numbers are not given again. */
export class UnusedWords {
  readonly #db: Connection;
  readonly #transactions: ShortTransactions;
  readonly #erase;
  readonly #forget;
  readonly #done;

  constructor(db: Connection, transactions: ShortTransactions) {
    this.#db = db;
    this.#transactions = transactions;
    // Of a touch and of a client there is nothing left once its texts are erased.
    this.#erase = new Map<number, Statement>([
      [WORD.page, db.prepare('UPDATE pages SET url = ?, hostname = NULL, path = NULL WHERE id = ?')],
      [WORD.text, db.prepare('UPDATE strings SET value = ? WHERE id = ?')],
    ]);
    this.#forget = db.prepare('UPDATE forgotten_words SET count = count + 1');
    this.#done = db.prepare('DELETE FROM replaced_words WHERE kind = ? AND id = ?');
  }

  /** False where others change more at a time than is noted: what is left is to be erased by another call. */
  async erase(): Promise<boolean> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) if (await this.#isDone()) return true;
    return false;
  }

  async #isDone(): Promise<boolean> {
    const replaced = this.#db.prepare('SELECT kind, id FROM replaced_words').all() as ReplacedEntry[];
    if (replaced.length === 0) return true;
    const changes = new ChangeReader(this.#db);
    changes.next();
    const uses = new WordUses(this.#db);
    for (const _ of uses.lookThrough()) await this.#transactions.rest();
    let isKnown = true;
    // Texts first: what leads from a page or a touch to its texts is gone with it, and an interruption may follow.
    const found = [...uses.unused(), ...replaced];
    const isText = ({ kind }: ReplacedEntry) => kind === WORD.text;
    const inOrder = [...found.filter(isText), ...found.filter((entry) => !isText(entry))];
    await this.#transactions.each(inOrder, (entry) => {
      const changed = isKnown ? changes.next() : null;
      isKnown = changed !== null;
      if (changed === null) return;
      for (const one of changed) uses.keepThoseOf(one);
      if (uses.isUnused(entry)) this.#eraseOne(entry);
      this.#done.run(entry.kind, entry.id);
    });
    return isKnown;
  }

  #eraseOne({ kind, id }: ReplacedEntry): void {
    this.#erase.get(kind)?.run(anonymousName(), id);
    this.#forget.run();
  }
}
