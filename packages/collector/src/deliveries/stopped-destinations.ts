import type { DeliveryQueue } from '@cvq/storage';

type StoppedOptions = {
  readonly queue: Pick<DeliveryQueue, 'endLeases'>;
  readonly leaseMs: number;
};

/**
 * Destinations that are sent nothing: what a worker had claimed there when it died is claimed by nobody any more, and is
 * given back. Looked for when the stop is first seen, and once more when the leases of all workers have run out.
 */
export class StoppedDestinations {
  readonly #options: StoppedOptions;
  /** When the leases of each have run out; infinite once they were looked for after that. */
  #leasesEndAt: ReadonlyMap<string, number> = new Map();

  constructor(options: StoppedOptions) {
    this.#options = options;
  }

  /** Gives back what is to be given back; when to look again, in epoch milliseconds. */
  async giveBack(stopped: readonly string[], now: number): Promise<readonly number[]> {
    const { queue, leaseMs } = this.#options;
    const known = this.#leasesEndAt;
    const endAt = new Map(
      stopped.map((destination) => [destination, known.get(destination) ?? now + leaseMs]),
    );
    for (const [destination, at] of endAt) {
      if (known.has(destination) && now < at) continue;
      await queue.endLeases?.(destination, now);
      if (known.has(destination)) endAt.set(destination, Number.POSITIVE_INFINITY);
    }
    this.#leasesEndAt = endAt;
    return [...endAt.values()].filter((at) => Number.isFinite(at));
  }
}
