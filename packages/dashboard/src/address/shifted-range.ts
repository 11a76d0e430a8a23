const DAY_MS = 86_400_000;

/** The days before or after a range, as many as it has: `2026-11-08` to `2026-11-14` becomes the week before or after. */
export function shiftedRange(
  start: string,
  end: string,
  direction: 1 | -1,
): { readonly start: string; readonly end: string } {
  const [first, last] = [Date.parse(start), Date.parse(end)];
  const by = direction * (last - first + DAY_MS);
  return { start: dayOf(first + by), end: dayOf(last + by) };
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
