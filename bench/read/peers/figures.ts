/** What an answer says, by the rows of the table that it is: the same whoever answered. */
export type Figures = ReadonlyMap<string, Readonly<Record<string, number>>>;

/** How many rows of a breakdown an answer has at most, as is the default of the read API. */
export const CUT_AT = 100;

/**
 * Where two answers differ. The last rows of a breakdown may be others where more have as many visitors: rows with as
 * many as the last one of either are left out.
 */
export function differences(ours: Figures, theirs: Figures): string[] {
  const least = Math.max(...[ours, theirs].map(leastVisitors));
  const found: string[] = [];
  for (const row of new Set([...ours.keys(), ...theirs.keys()])) {
    const [own, other] = [ours.get(row), theirs.get(row)];
    if ((own?.visitors ?? Infinity) <= least || (other?.visitors ?? Infinity) <= least) continue;
    for (const measure of Object.keys(own ?? other ?? {})) {
      if (own?.[measure] === other?.[measure]) continue;
      found.push(`${row} ${measure}: ${own?.[measure]}, and not ${other?.[measure]}`);
    }
  }
  return found;
}

/** Of a list that may have been cut. */
function leastVisitors(figures: Figures): number {
  if (figures.size < CUT_AT) return -1;
  return Math.min(...[...figures.values()].map(({ visitors = -1 }) => visitors));
}
