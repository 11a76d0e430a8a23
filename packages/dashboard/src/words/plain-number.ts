/** The number that people write in digits. Anything else is none, and none of them is zero: an empty field says nothing. */
export function plainNumber(text: string): number {
  const trimmed = text.trim();
  return /^\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
