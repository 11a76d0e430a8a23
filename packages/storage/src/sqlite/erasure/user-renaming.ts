import { Dictionaries } from '../ingest/dictionaries.ts';
import type { Connection } from '../open-database.ts';
import { anonymousName } from './anonymous-name.ts';
import type { ReplacedWords } from './replaced-words.ts';

type Identification = { readonly id: number; readonly visitor: number; readonly session: number };

/**
 * Gives a user another number, which stands for nobody's name. From the beginning to the end of it reports take the two
 * numbers for one, so that rows can follow one after the other.
 */
export class UserRenaming {
  readonly #project: number;
  readonly #words: ReplacedWords;
  readonly #dictionaries: Dictionaries;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(db: Connection, { project, words }: { project: number; words: ReplacedWords }) {
    this.#project = project;
    this.#words = words;
    this.#dictionaries = new Dictionaries(db);
    this.#sql = prepare(db);
  }

  /** By each of the numbers that is to go the one that takes its place, in the transaction of the caller. */
  begin(users: readonly number[]): Map<number, number> {
    const project = this.#project;
    const begun = this.#sql.begun.all(project) as [number, number][];
    const names = new Set(begun.map(([, becomes]) => becomes));
    const renamed = new Map(begun.filter(([user]) => users.includes(user)));
    for (const user of users) {
      if (renamed.has(user) || names.has(user)) continue;
      const becomes = this.#dictionaries.text(anonymousName()) as number;
      this.#sql.begin.run(project, user, becomes);
      renamed.set(user, becomes);
    }
    this.#sql.readAnew.run();
    return renamed;
  }

  identifications(user: number): Identification[] {
    return this.#sql.identifications.all(this.#project, user) as Identification[];
  }

  /** Of an identification as a user one as who takes its place. */
  replace({ id, visitor, session }: Identification, becomes: number): void {
    this.#sql.remove.run(id);
    this.#sql.add.run(this.#project, becomes, visitor, session);
  }

  renameVisitor(id: number): void {
    this.#sql.renameVisitor.run(anonymousName(), id);
  }

  /** Whoever remembers numbers of names has to forget them. */
  forget(): void {
    this.#sql.forget.run();
  }

  /** From now on the former number is somebody else's, in the transaction of the caller. */
  end(renamed: ReadonlyMap<number, number>): void {
    for (const user of renamed.keys()) {
      this.#sql.end.run(this.#project, user);
      this.#words.addText(user);
    }
    this.#sql.readAnew.run();
    this.forget();
  }
}

function prepare(db: Connection) {
  return {
    begun: db.prepare('SELECT user, becomes FROM renamed_users WHERE project = ?').raw(),
    begin: db.prepare('INSERT INTO renamed_users (project, user, becomes) VALUES (?, ?, ?)'),
    end: db.prepare('DELETE FROM renamed_users WHERE project = ? AND user = ?'),
    readAnew: db.prepare('UPDATE withdrawn_identifications SET count = count + 1'),
    forget: db.prepare('UPDATE forgotten_words SET count = count + 1'),
    identifications: db.prepare(
      'SELECT id, visitor, session FROM identifications WHERE project = ? AND user = ?',
    ),
    remove: db.prepare('DELETE FROM identifications WHERE id = ?'),
    add: db.prepare(
      'INSERT INTO identifications (project, user, visitor, session) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    renameVisitor: db.prepare('UPDATE visitors SET key = ? WHERE id = ?'),
  };
}
