import type { Identities } from './day.ts';

/** Gives each pair of a visitor and a user the place, from 1, that it first had; a pair of nobody 0. */
export class IdentityNumbers {
  readonly #ofVisitor = new Map<number, number>();
  readonly #ofPair = new Map<string, number>();
  readonly #visitors: number[] = [];
  readonly #users: number[] = [];

  placeOf(visitor: number, user: number): number {
    if (user === 0) return visitor === 0 ? 0 : this.#place(this.#ofVisitor, visitor, { visitor, user });
    return this.#place(this.#ofPair, `${visitor} ${user}`, { visitor, user });
  }

  get identities(): Identities {
    return {
      visitor: Uint32Array.from(this.#visitors),
      user: Uint32Array.from(this.#users),
      count: this.#visitors.length,
    };
  }

  #place<Key>(
    places: Map<Key, number>,
    key: Key,
    { visitor, user }: { visitor: number; user: number },
  ): number {
    const known = places.get(key);
    if (known !== undefined) return known;
    this.#users.push(user);
    const place = this.#visitors.push(visitor);
    places.set(key, place);
    return place;
  }
}
