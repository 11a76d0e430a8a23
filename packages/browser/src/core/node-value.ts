/** What a node has from its class, which nothing that is in it stands before. */
export function nodeShape(node: object): object {
  return Reflect.getPrototypeOf(node) as object;
}

/**
 * What a node says of itself. Documents and forms have what is in them as members: an element with that name stands
 * before their own (`<iframe name="hidden">`, `<input name="localName">`), and is not what is meant; a text or a switch
 * that the page has put there is.
 */
export function nodeValue<Target extends object, Name extends keyof Target>(
  node: Target,
  name: Name,
): Target[Name] {
  const value = node[name];
  return Object(value) === value ? Reflect.get(nodeShape(node), name, node) : value;
}
