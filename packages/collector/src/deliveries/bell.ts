/** How the thread that adds deliveries wakes the one that sends them, without a message between them. */
export type Bell = {
  /** Hand it to the other thread. */
  readonly buffer: SharedArrayBuffer;
  ring(): void;
  /** Resolves when it was rung since it was last heard here. */
  heard(): Promise<void>;
};

/** A bell, or that of another thread. */
export function openBell(buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)): Bell {
  const rings = new Int32Array(buffer);
  let last = Atomics.load(rings, 0);
  return {
    buffer,
    ring() {
      Atomics.add(rings, 0, 1);
      Atomics.notify(rings, 0);
    },
    async heard() {
      await Atomics.waitAsync(rings, 0, last).value;
      last = Atomics.load(rings, 0);
    },
  };
}
