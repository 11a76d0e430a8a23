/**
 * The words of a table for what a stranger or an address says; undefined where it has none, also for `constructor` and the like,
 * which every object has.
 */
export function ownWords<Words>(table: Readonly<Record<string, Words>>, said: string): Words | undefined {
  return Object.hasOwn(table, said) ? table[said] : undefined;
}
