import { withRoomToGrow } from '../../with-room-to-grow.ts';
import { workingMemory } from '../../working-memory.ts';

/** Room for what is needed of one day after the other, each time anew. */
export class Scratch {
  #words = workingMemory.float64(0);
  #integers = workingMemory.int32(0);

  /** Numbers that are all the same at first. The next call overwrites them; there may be more room than asked for. */
  filled(length: number, value: number): Int32Array {
    this.#makeRoom(4 * length);
    return this.#integers.fill(value, 0, length);
  }

  /** Bytes that are all 0 at first, in the same room. */
  bytes(length: number): Uint8Array {
    this.#makeRoom(length);
    const { buffer, byteOffset } = this.#words.fill(0, 0, Math.ceil(length / 8));
    return new Uint8Array(buffer, byteOffset, length);
  }

  #makeRoom(bytes: number): void {
    if (this.#words.byteLength >= bytes) return;
    this.#words = workingMemory.float64(withRoomToGrow(bytes / 8));
    const { buffer, byteOffset, length } = this.#words;
    this.#integers = new Int32Array(buffer, byteOffset, 2 * length);
  }
}
