import { DAY_MS } from '@cvq/contract/constants';
import type { AttemptLimit, SignInAttempts } from '../../control/sign-in-attempts.ts';
import type { Connection } from '../open-database.ts';

/** Longer than any window: what is older says nothing any more. */
const KEPT_MS = DAY_MS;
const LONGEST_WAIT_S = 60;

type Counted = { readonly count: number; readonly since: number; readonly lastAt: number };

/** How often sign-in was tried lately, by name: of a person, of a network. */
export function controlSignInAttempts(db: Connection): SignInAttempts {
  const find = db.prepare('SELECT count, since, last_at AS lastAt FROM sign_in_attempts WHERE name = ?');
  const put = db.prepare(`
    INSERT INTO sign_in_attempts (name, count, since, last_at) VALUES (:name, :count, :since, :lastAt)
    ON CONFLICT DO UPDATE SET count = excluded.count, since = excluded.since, last_at = excluded.last_at`);
  const sweep = db.prepare('DELETE FROM sign_in_attempts WHERE last_at < ?');
  const forget = db.prepare('DELETE FROM sign_in_attempts WHERE name = ?');
  const takeBack = db.prepare('UPDATE sign_in_attempts SET count = count - 1 WHERE name = ? AND count > 0');

  const count = db.transaction((limits: readonly AttemptLimit[], now: number) => {
    const counted = limits.map((limit) => ({
      limit,
      known: stillCounting(limit, find.get(limit.name) as Counted | undefined, now),
    }));
    const waitUntil = Math.max(...counted.map(({ limit, known }) => endOfWait(limit, known)));
    if (waitUntil > now) return waitUntil;
    for (const { limit, known } of counted)
      put.run({ name: limit.name, count: known.count + 1, since: known.since, lastAt: now });
    sweep.run(now - KEPT_MS);
    return null;
  });

  const forgive = db.transaction((all: readonly string[], one: readonly string[]) => {
    for (const name of all) forget.run(name);
    for (const name of one) takeBack.run(name);
  });

  return {
    countAttempt: async (limits, now) => count.immediate(limits, now),
    forgiveAttempt: async ({ all, one }) => forgive.immediate(all, one),
  };
}

/**
 * What is counted of a name in its window; nothing once that is over, nor where it is to begin later than a window from now: a
 * clock that was ahead locks nobody out. The clocks of several processes may differ by less.
 */
function stillCounting(
  { afterwards, windowMs }: AttemptLimit,
  known: Counted | undefined,
  now: number,
): Counted {
  const nothing = { count: 0, since: now, lastAt: now };
  if (known === undefined) return nothing;
  const begin = afterwards === 'window' ? known.since : known.lastAt;
  return Math.abs(now - begin) < windowMs ? known : nothing;
}

/** When the next attempt may be made. */
function endOfWait({ free, afterwards, windowMs }: AttemptLimit, { count, since, lastAt }: Counted): number {
  if (count < free) return 0;
  if (afterwards === 'window') return since + windowMs;
  return lastAt + Math.min(2 ** (count - free), LONGEST_WAIT_S) * 1000;
}
