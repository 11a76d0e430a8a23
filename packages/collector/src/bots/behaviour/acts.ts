/** What tells an event that a person caused from one that the page fires by itself. */
export type Acts = {
  viewedAt: number;
  /** Whether an event came after the last page view already, and after how many views in a row one did. */
  isFollowed: boolean;
  followedInARow: number;
};

/** Somebody who does something on a page has seen it first. */
const SEEN_AFTER_MS = 1_000;
/** What comes after each of so many page views belongs to the page. */
const PAGES_OWN = 3;

export function newActs(): Acts {
  return { viewedAt: Number.POSITIVE_INFINITY, isFollowed: false, followedInARow: 0 };
}

export function addView(acts: Acts, at: number): void {
  if (!acts.isFollowed) acts.followedInARow = 0;
  acts.isFollowed = false;
  acts.viewedAt = at;
}

/** Whether an event that is no page view was done by a person, and not fired by the page each time that it is shown. */
export function isDoneByPerson(acts: Acts, at: number): boolean {
  if (!acts.isFollowed) acts.followedInARow += 1;
  acts.isFollowed = true;
  return at - acts.viewedAt >= SEEN_AFTER_MS && acts.followedInARow < PAGES_OWN;
}
