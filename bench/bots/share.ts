import type { Figure } from './figure.ts';

/** How many of a hundred are so; no number where there are none, which meets no goal. */
export function share<Item>(items: readonly Item[], isSo: (item: Item) => boolean): number {
  return items.length === 0 ? Number.NaN : (100 * items.filter(isSo).length) / items.length;
}

export function atLeast(what: string, goal: number, found: number): Figure {
  return { what, found: `${found.toFixed(2)} %`, goal: `>= ${goal} %`, isMet: found >= goal };
}

export function atMost(what: string, goal: number, found: number): Figure {
  return { what, found: `${found.toFixed(3)} %`, goal: `<= ${goal} %`, isMet: found <= goal };
}
