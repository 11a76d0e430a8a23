/** The same numbers with at least so much room, and twice as much as before. */
export function widened<Kind extends Uint32Array | Float64Array>(numbers: Kind, least: number): Kind {
  const wider = new (numbers.constructor as new (length: number) => Kind)(
    Math.max(least, numbers.length * 2),
  );
  wider.set(numbers);
  return wider;
}
