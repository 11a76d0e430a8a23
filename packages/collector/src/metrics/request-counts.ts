/** How many tracking requests were answered with each status since the collector began. */
export type RequestCounts = {
  count(status: number): void;
  read(): ReadonlyMap<number, number>;
};

export function createRequestCounts(): RequestCounts {
  const counts = new Map<number, number>();
  return {
    count: (status) => void counts.set(status, (counts.get(status) ?? 0) + 1),
    read: () => counts,
  };
}
