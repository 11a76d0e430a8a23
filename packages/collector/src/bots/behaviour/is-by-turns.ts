/** One stray in so many turns is a list of pages that was changed, or somebody who touched the screen. */
const TURNS_PER_STRAY = 4;

/** Whether pages come round, and after each of them nearly always the same, as on a screen that shows them by turns. */
export function isByTurns(pages: readonly number[]): boolean {
  const followers = new Map<number, number | undefined>();
  let comesRound = false;
  let [turns, strays] = [0, 0];
  for (const [index, page] of pages.entries()) {
    const follower = pages[index + 1];
    if (followers.has(page)) {
      comesRound = true;
      if (follower === undefined) break;
      if (followers.get(page) === follower) turns += 1;
      else strays += 1;
    }
    followers.set(page, follower);
  }
  return comesRound && strays * TURNS_PER_STRAY <= turns;
}
