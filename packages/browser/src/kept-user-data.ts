/** User data for later conversions, in memory, for the life of the page. */
export let keptUserData: Record<string, unknown> = {};

/** Sets what is kept, instead of what was. */
export function setKeptUserData(userData: Record<string, unknown>): void {
  keptUserData = userData;
}
