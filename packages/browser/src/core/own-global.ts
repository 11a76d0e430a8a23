/** What a window itself has under a name. An element with that id is found there as well, and is not what is meant. */
export function ownGlobal(name: string, host: Window = window): unknown {
  return Object.getOwnPropertyDescriptor(host, name) && (host as unknown as Record<string, unknown>)[name];
}
