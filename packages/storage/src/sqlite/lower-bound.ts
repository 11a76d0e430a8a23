/** How many places are below, of places of which all that are below come first: where the first stands that is not. */
export function lowerBound(count: number, isBelow: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
