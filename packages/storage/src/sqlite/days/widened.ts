import type { Numbers } from './column-body.ts';

/** The same numbers with at least so much room, and so many times as much as before. */
export function widened<Kind extends Numbers>(numbers: Kind, least: number, growth = 2): Kind {
  const room = Math.max(least, Math.ceil(numbers.length * growth));
  const wider = new (numbers.constructor as new (length: number) => Kind)(room);
  wider.set(numbers);
  return wider;
}
