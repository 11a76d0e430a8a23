/** The whole number that a setting or an option writes out, both ends included; null for any other text. */
export function readWholeNumber(text: string, least: number, most: number): number | null {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : null;
}
