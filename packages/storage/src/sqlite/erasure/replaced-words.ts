import type { Connection } from '../open-database.ts';

/** What `replaced_words.kind` says. */
export const WORD = { text: 0, page: 1, touch: 2, client: 3 } as const;

/** Entries of dictionaries that others stand in the place of: who else uses them is found out later, by `UnusedWords`. */
export class ReplacedWords {
  readonly #add;

  constructor(db: Connection) {
    this.#add = db.prepare('INSERT OR IGNORE INTO replaced_words (kind, id) VALUES (?, ?)');
  }

  addText(id: number): void {
    this.#add.run(WORD.text, id);
  }

  addPage(id: number): void {
    this.#add.run(WORD.page, id);
  }

  addTouch(id: number): void {
    this.#add.run(WORD.touch, id);
  }

  addClient(id: number): void {
    this.#add.run(WORD.client, id);
  }
}
