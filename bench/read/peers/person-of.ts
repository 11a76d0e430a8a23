/** Users have numbers beyond those of visitors. */
const FIRST_USER = 2 ** 31;

/** Whether cvq counts persons, or visitors alone. */
const COUNTS_PERSONS = false;

/** Who an event counts for: the user whom it names, else the one user that its visitor was identified as, else the visitor. */
export function personOf(events: string, identities: string): string {
  if (!COUNTS_PERSONS) return `${events}.visitor`;
  return `multiIf(${events}.user > 0, ${FIRST_USER} + ${events}.user, ${identities}.user > 0, ${FIRST_USER} + ${identities}.user, ${events}.visitor)`;
}
