/** Below it giving back costs more than what it spares the garbage collector. */
const LARGE_BODY_BYTES = 4096;

/**
 * Gives back the memory of a large body that nobody reads any more. Left to be collected it counts as growth of the heap, which V8
 * then marks four times a second under a load of batches.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= LARGE_BODY_BYTES && buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
}
