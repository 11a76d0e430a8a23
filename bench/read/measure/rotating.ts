/** Hands out items in turn: so many keys of a large plan that none meets its requests a minute. */
export function rotating<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => {
    const item = items[next % items.length] as Item;
    next += 1;
    return item;
  };
}
