/** A moment in ISO 8601, of UTC; null where there is none. `at`: epoch milliseconds. */
export function isoOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString();
}
