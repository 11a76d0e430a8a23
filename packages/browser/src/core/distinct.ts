/** A list with each of its elements once, for short lists. Not by a Set, since a page may have one of its own. */
export function distinct<Element>(list: readonly Element[]): Element[] {
  return list.filter((element, place) => list.indexOf(element) === place);
}
