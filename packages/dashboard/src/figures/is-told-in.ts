import type { KnownNumber } from '../words/numbers.ts';

/** Whether any row tells a measure: those of many dimensions have no spend, and those of events no rates. */
export function isToldIn<Name extends string>(
  rows: readonly { readonly [Each in Name]?: KnownNumber }[],
  metric: Name,
): boolean {
  return rows.some((row) => row[metric] != null);
}
