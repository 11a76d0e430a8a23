/** How many there are, as a command says it: `1 delivery is due`, `12 deliveries are due`. */
export function oneOrMany(number: number, [one, many]: readonly [one: string, many: string]): string {
  return `${number} ${number === 1 ? one : many}`;
}
