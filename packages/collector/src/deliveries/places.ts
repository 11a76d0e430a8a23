/** How a destination has answered lately: within a second, later, or not at all. */
type Pace = 'quick' | 'slow' | 'silent';

/** How many attempts may be under way: to one destination, and to all of its pace. */
const PLACES: Readonly<Record<Pace, { readonly each: number; readonly inAll: number }>> = {
  quick: { each: 32, inAll: 512 },
  slow: { each: 8, inAll: 1024 },
  silent: { each: 1, inAll: 256 },
};
/** The most that one destination ever has. */
export const MOST_PLACES = PLACES.quick.each;
/** An answer that takes longer is slow; an attempt that already does no longer holds a place of the quick. */
const SLOW_MS = 1000;
/** Whatever their pace: each attempt has a socket. Met only where hundreds of destinations fall silent at once. */
const IN_ALL = 2048;

/** Begun in one turn, so that no commit of claims holds up an event, nor many signatures an answer. */
const AT_ONCE = 100;

type Due = { readonly destination: string; readonly due: number };

/** An attempt that is under way. */
export type Place = { readonly destination: string; readonly takenAt: number };

/**
 * Room for attempts at the same time. Destinations of different pace do not share it, so one that hangs or is slow
 * takes nothing from the others; among equals those come first that were served longest ago.
 */
export class Places {
  readonly #taken = new Map<string, Set<Place>>();
  readonly #paces = new Map<string, Pace>();
  /** When each was served last, by the number of the place. */
  readonly #served = new Map<string, number>();
  #places = 0;
  #inAll = 0;

  /** How many places each of these is given, of those that are begun at once. Every one has its first before any has its second. */
  share(wanted: readonly Due[], now: number): { destination: string; limit: number }[] {
    const room = this.#room(now);
    let left = Math.min(AT_ONCE, IN_ALL - this.#inAll);
    const limits = new Map<string, number>();
    let waiting = wanted
      .map(({ destination, due }) => {
        const pace = this.#paceOf(destination, now);
        const most = PLACES[pace].each - (this.#taken.get(destination)?.size ?? 0);
        return { destination, pace, most: Math.min(due, most), served: this.#served.get(destination) ?? 0 };
      })
      .filter(({ most }) => most > 0)
      .sort((one, other) => one.served - other.served);
    while (waiting.length > 0) {
      waiting = waiting.filter(({ destination, pace, most }) => {
        if (room[pace] <= 0 || left <= 0) return false;
        room[pace] -= 1;
        left -= 1;
        const limit = (limits.get(destination) ?? 0) + 1;
        limits.set(destination, limit);
        return limit < most;
      });
    }
    return [...limits].map(([destination, limit]) => ({ destination, limit }));
  }

  take(destination: string, now: number): Place {
    const place = { destination, takenAt: now };
    const ofDestination = this.#taken.get(destination) ?? new Set();
    this.#taken.set(destination, ofDestination.add(place));
    this.#places += 1;
    this.#served.set(destination, this.#places);
    this.#inAll += 1;
    return place;
  }

  release(place: Place, { now, isSilent }: { now: number; isSilent: boolean }): void {
    const { destination, takenAt } = place;
    const ofDestination = this.#taken.get(destination);
    if (ofDestination?.delete(place) && ofDestination.size === 0) this.#taken.delete(destination);
    this.#inAll -= 1;
    this.#paces.set(destination, isSilent ? 'silent' : now - takenAt > SLOW_MS ? 'slow' : 'quick');
  }

  /**
   * When there is room though no attempt ends: one will have been under way for so long that another may have its place.
   * Null where none will be.
   */
  nextAt(now: number): number | null {
    let first = Infinity;
    for (const places of this.#taken.values())
      for (const { takenAt } of places)
        if (takenAt + SLOW_MS >= now) first = Math.min(first, takenAt + SLOW_MS + 1);
    return first === Infinity ? null : first;
  }

  #room(now: number): Record<Pace, number> {
    const room = { quick: PLACES.quick.inAll, slow: PLACES.slow.inAll, silent: PLACES.silent.inAll };
    for (const [destination, places] of this.#taken) room[this.#paceOf(destination, now)] -= places.size;
    return room;
  }

  #paceOf(destination: string, now: number): Pace {
    const pace = this.#paces.get(destination) ?? 'quick';
    if (pace !== 'quick') return pace;
    for (const { takenAt } of this.#taken.get(destination) ?? []) if (now - takenAt > SLOW_MS) return 'slow';
    return 'quick';
  }
}
