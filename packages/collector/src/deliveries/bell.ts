/** How a thread that adds deliveries wakes the one that sends them, without a message between them. */
export type Bell = {
  /** Hand it to the other thread. */
  readonly buffer: SharedArrayBuffer;
  /**
   * Something is due at `dueAt`, in epoch milliseconds; at once where that is not told. Whoever wakes by then anyway, by an
   * earlier ring, is left alone: all that waits out a hold in the meantime is found at that time.
   */
  ring(dueAt?: number): void;
  /** Resolves when it was rung since it was last heard here. */
  heard(): Promise<void>;
  /**
   * The time that was rung for, in epoch milliseconds; null where none is. To be asked before looking for what is due: a time
   * that has come is forgotten, and the next ring wakes again.
   */
  takeDue(now: number): number | null;
};

const AT_ONCE = 0n;
/** Later than all times. */
const NEVER = 2n ** 63n - 1n;

/** A bell, or that of another thread. */
export function openBell(buffer = newBuffer()): Bell {
  const due = new BigInt64Array(buffer, 0, 1);
  const rings = new Int32Array(buffer, BigInt64Array.BYTES_PER_ELEMENT, 1);
  let last = Atomics.load(rings, 0);
  return {
    buffer,
    ring(dueAt) {
      const at = dueAt === undefined ? AT_ONCE : BigInt(dueAt);
      for (let known = Atomics.load(due, 0); at < known; ) {
        const found = Atomics.compareExchange(due, 0, known, at);
        if (found === known) {
          Atomics.add(rings, 0, 1);
          Atomics.notify(rings, 0);
          return;
        }
        known = found;
      }
    },
    async heard() {
      await Atomics.waitAsync(rings, 0, last).value;
      last = Atomics.load(rings, 0);
    },
    takeDue(now) {
      const known = Atomics.load(due, 0);
      if (known > BigInt(now)) return known === NEVER ? null : Number(known);
      Atomics.compareExchange(due, 0, known, NEVER);
      return null;
    },
  };
}

function newBuffer(): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT);
  new BigInt64Array(buffer, 0, 1)[0] = NEVER;
  return buffer;
}
