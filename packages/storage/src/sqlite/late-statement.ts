import type Database from 'better-sqlite3';

/** What this product uses of the driver's statements. */
export type Statement = Pick<Database.Statement, 'run' | 'get' | 'all' | 'iterate'> & {
  readonly database: Database.Database;
  pluck(pluck?: boolean): Statement;
  raw(raw?: boolean): Statement;
  safeIntegers(safe?: boolean): Statement;
};

/** How rows are told. */
type Mode = (statement: Statement) => Statement;

/**
 * A statement of a connection that is prepared when it is first used. A store knows hundreds, and a command, a thread or a
 * request uses few: to prepare all of them took most of the time that it takes to open a store.
 */
export class LateStatement implements Statement {
  readonly database: Database.Database;
  readonly #prepare: () => Statement;
  readonly #modes: Mode[] = [];
  #prepared: Statement | undefined;

  /** `prepare` returns a statement of that connection. */
  constructor(database: Database.Database, prepare: () => Statement) {
    this.database = database;
    this.#prepare = prepare;
  }

  run(...given: unknown[]) {
    return this.#now().run(...given);
  }

  get(...given: unknown[]) {
    return this.#now().get(...given);
  }

  all(...given: unknown[]) {
    return this.#now().all(...given);
  }

  iterate(...given: unknown[]) {
    return this.#now().iterate(...given);
  }

  pluck(pluck = true): this {
    return this.#tell((statement) => statement.pluck(pluck));
  }

  raw(raw = true): this {
    return this.#tell((statement) => statement.raw(raw));
  }

  safeIntegers(safe = true): this {
    return this.#tell((statement) => statement.safeIntegers(safe));
  }

  #tell(mode: Mode): this {
    if (this.#prepared === undefined) this.#modes.push(mode);
    else mode(this.#prepared);
    return this;
  }

  /** From then on what runs for each event is called without a step between. */
  #now(): Statement {
    if (this.#prepared !== undefined) return this.#prepared;
    const statement = this.#modes.reduce<Statement>((made, mode) => mode(made), this.#prepare());
    this.#prepared = statement;
    this.run = statement.run.bind(statement);
    this.get = statement.get.bind(statement);
    this.all = statement.all.bind(statement);
    return statement;
  }
}
