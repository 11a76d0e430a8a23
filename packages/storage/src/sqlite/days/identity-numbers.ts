import type { ColumnSet } from './column-set.ts';
import type { Identities } from './day.ts';
import { GrowingColumns } from './growing-columns.ts';
import { hashOfNumbers, NO_PLACE, type Placed, PlaceTable } from './place-table.ts';

type Pair = { readonly visitor: number; readonly user: number };

const PAIR_SET = {
  visitor: { slot: -1, as: 'u32', from: ({ visitor }) => visitor },
  user: { slot: -1, as: 'u32', from: ({ user }) => user },
} as const satisfies ColumnSet<Pair>;

/** Gives each pair of a visitor and a user the place, from 1, that it first had; a pair of nobody 0. */
export class IdentityNumbers implements Placed {
  readonly #pairs = new GrowingColumns<typeof PAIR_SET, Pair>(PAIR_SET);
  readonly #table = new PlaceTable(this);

  placeOf(visitor: number, user: number): number {
    if (visitor === 0 && user === 0) return 0;
    const { columns } = this.#pairs;
    const isAt = (place: number) => columns.visitor[place] === visitor && columns.user[place] === user;
    const hash = hashOfNumbers(visitor, user);
    const known = this.#table.find(hash, isAt);
    if (known !== NO_PLACE) return known + 1;
    const place = this.#pairs.add({ visitor, user });
    this.#table.add(place, hash);
    return place + 1;
  }

  hashAt(place: number): number {
    const { visitor, user } = this.#pairs.columns;
    return hashOfNumbers(visitor[place] as number, user[place] as number);
  }

  /** They change when more are added. */
  get identities(): Identities {
    return { ...this.#pairs.only(['visitor', 'user']), count: this.#pairs.count };
  }

  get byteLength(): number {
    return this.#pairs.byteLength + this.#table.byteLength;
  }
}
