/** What the window itself has under a name. An element with that id is found there as well, and is not what is meant. */
export function ownGlobal(name: string): unknown {
  return (
    Object.getOwnPropertyDescriptor(window, name) && (window as unknown as Record<string, unknown>)[name]
  );
}
