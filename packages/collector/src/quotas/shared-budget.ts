import { TrackRefused } from '../errors/track-refused.ts';

/** Something of which there is only so much, such as memory for bodies, and which has several owners at a time. */
export type SharedBudget = {
  /** @throws TrackRefused overloaded when there is no room, or the owner has its share already. */
  take(owner: string, amount: number): void;
  release(owner: string, amount: number): void;
};

type Limits = {
  readonly limit: number;
  /** What one owner may have at once: so that others, and other budgets, are left their part. */
  readonly perOwner: number;
  /** A larger budget that this one is a part of. */
  readonly within?: SharedBudget;
};

const RETRY_SECONDS = 1;

/** Without a bound, a disk that stalls turns every waiting request into heap. */
export function createSharedBudget({ limit, perOwner, within }: Limits): SharedBudget {
  const ofOwners = new Map<string, number>();
  let used = 0;
  return {
    take(owner, amount) {
      const own = (ofOwners.get(owner) ?? 0) + amount;
      if (own > perOwner || used + amount > limit) {
        throw new TrackRefused('overloaded', 'The collector is busy. Retry after a moment.', {
          retryAfterSeconds: RETRY_SECONDS,
        });
      }
      within?.take(owner, amount);
      ofOwners.set(owner, own);
      used += amount;
    },
    release(owner, amount) {
      within?.release(owner, amount);
      const own = (ofOwners.get(owner) ?? 0) - amount;
      if (own > 0) ofOwners.set(owner, own);
      else ofOwners.delete(owner);
      used -= amount;
    },
  };
}
