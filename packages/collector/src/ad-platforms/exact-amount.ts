/** A number of money or goods as it was meant: 0.1 + 0.2 is 0.3. Fifteen digits are what a double keeps of any decimal. */
export function exactAmount(amount: number): number {
  return Number(amount.toPrecision(15));
}
