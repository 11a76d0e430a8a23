/** Closes a part, for a stack of what is open. */
export function closePart(part: { close(): Promise<void> | void }): Promise<void> | void {
  return part.close();
}
