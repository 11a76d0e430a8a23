/** Users have numbers beyond those of visitors. */
const FIRST_USER = 2 ** 31;

/** Who an event counts for: the user whom it names, else the one user that its visitor was identified as, else the visitor. */
export function personOf(events: string, identities: string): string {
  const [named, identified] = [`${events}.user`, `${identities}.user`];
  const numberOf = (user: string) => `${FIRST_USER} + ${user}`;
  return `multiIf(${named} > 0, ${numberOf(named)}, ${identified} > 0, ${numberOf(identified)}, ${events}.visitor)`;
}
