/**
 * Gives the memory of a value that the driver has read back at once: it would wait for the garbage collector, which knows little of what lies
 * outside of its heap, and tens of megabytes of values that nobody needs would be resident. The value has no bytes any more.
 */
export function giveBack(value: Uint8Array): void {
  const { buffer, byteLength } = value;
  // One that lies in a buffer with others is left to the collector.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
