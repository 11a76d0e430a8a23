/** The place of the bucket between neighbouring edges, ascending, that an instant between the first and the last is in. */
export function bucketOf(edges: readonly number[], at: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((edges[middle] as number) <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** The same for an instant that lies not before the bucket `first` and not far behind: most lie in it or in the next. */
export function bucketFrom(first: number, edges: readonly number[], at: number): number {
  let bucket = first;
  while (bucket + 2 < edges.length && (edges[bucket + 1] as number) <= at) bucket += 1;
  return bucket;
}
