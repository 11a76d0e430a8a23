import { hashPassword, isPassword } from '../../accounts/passwords.ts';
import { rateLimited } from '../../quotas/rate-limited.ts';

/** Hashing of passwords for people whom nobody knows yet. */
export type Passwords = {
  /** @throws ApiError rate_limited when too many wait */
  hash(password: string): Promise<string>;
  /** As `isPassword`. @throws ApiError rate_limited when too many wait */
  isSame(password: string, kept: string | null): Promise<boolean>;
};

/** Each hash takes 19 MiB, and a core for tens of milliseconds. */
const AT_ONCE = 2;
const MOST_WAITING = 20;

/** At most two hashes at a time, in the order in which they came. `algorithm`: tests count what it is asked. */
export function createPasswords(algorithm = { hashPassword, isPassword }): Passwords {
  const waiting: (() => void)[] = [];
  let working = 0;

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (working < AT_ONCE) working += 1;
    else await placeInLine();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next one takes this place.
      if (next !== undefined) next();
      else working -= 1;
    }
  }

  function placeInLine(): Promise<void> {
    if (waiting.length >= MOST_WAITING)
      throw rateLimited({
        message: 'Too many people are signing in at this moment. Try again in a second.',
        seconds: 1,
        scope: 'concurrency',
      });
    return new Promise((resolve) => waiting.push(resolve));
  }

  return {
    hash: (password) => inTurn(() => algorithm.hashPassword(password)),
    isSame: (password, kept) => inTurn(() => algorithm.isPassword(password, kept)),
  };
}
