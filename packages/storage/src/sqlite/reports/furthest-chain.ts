/** By step, when it was done: ascending times, and the places of the events in the order of all. */
type Doings = {
  readonly times: readonly (readonly number[])[];
  readonly order: readonly (readonly number[])[];
};

/**
 * How far somebody got: the times of the steps from the earliest start that leads furthest, each next step as early
 * as it can be. All steps lie within the window from the first one; events of one instant are in their order.
 */
export function furthestChain({ times, order }: Doings, windowMs: number): readonly number[] {
  const positions = times.map(() => 0);
  let furthest: readonly number[] = [];
  for (const [start, at] of (times[0] as readonly number[]).entries()) {
    const chain = [at];
    let place = order[0]?.[start] as number;
    for (let step = 1; step < times.length; step += 1) {
      const places = order[step] as readonly number[];
      let position = positions[step] as number;
      while (position < places.length && (places[position] as number) < place) position += 1;
      // A later start cannot need an earlier event, so what was passed over stays passed over.
      positions[step] = position;
      const next = times[step]?.[position];
      if (next === undefined || next - at > windowMs) break;
      chain.push(next);
      place = places[position] as number;
    }
    if (chain.length > furthest.length) furthest = chain;
    if (furthest.length === times.length) break;
  }
  return furthest;
}
