/** Whether all is tried, by `npm run test:whole`: `npm test` has six minutes, and tries a share of what takes long. */
export const WHOLE = process.env.TEST_WHOLE === '1';

/**
 * Of cases that several rows of a table try alike, those of one row: every `rows`-th, from its own number on, so that each case
 * is tried by some row. All of them where the whole is tried.
 */
export function inTurn<Case>(cases: readonly Case[], row: number, rows: number): Case[] {
  return cases.filter((_, index) => WHOLE || index % rows === row % rows);
}
