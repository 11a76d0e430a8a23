/** No number of a user: these begin with 1. */
const SEVERAL = 0;

/** As which users visitors were identified. */
export class Identities {
  readonly #users = new Map<number, number>();

  add(visitor: number, user: number): void {
    const known = this.#users.get(visitor);
    this.#users.set(visitor, known === undefined || known === user ? user : SEVERAL);
  }

  /** Visitors that were identified as one user and no other. */
  *ofOneUser(): Generator<{ visitor: number; user: number }> {
    for (const [visitor, user] of this.#users) if (user !== SEVERAL) yield { visitor, user };
  }
}
