/**
 * Rows as agents are told them: without what is null, and without fields that they are spared, such as `attribution.model`.
 */
export function shortRows(told: unknown, without: readonly string[], path = ''): unknown {
  if (Array.isArray(told)) return told.map((one) => shortRows(one, without, path));
  if (typeof told !== 'object' || told === null) return told;
  const kept = Object.entries(told).filter(
    ([name, value]) => value !== null && !without.includes(path + name),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, shortRows(value, without, `${path}${name}.`)]),
  );
}
