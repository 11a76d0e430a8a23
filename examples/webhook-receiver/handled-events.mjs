/**
 * Which events were handled. Here in memory, and so until the program ends; in a shop a unique column of a table,
 * written in the same transaction as what the event changes.
 */
export function rememberEvents(most = 100_000) {
  const ids = new Set();
  return {
    /** True for the first that asks. */
    claim(id) {
      if (ids.has(id)) return false;
      ids.add(id);
      if (ids.size > most) ids.delete(ids.values().next().value);
      return true;
    },
  };
}
