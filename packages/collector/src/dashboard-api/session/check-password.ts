import { HOUR_MS, MINUTE_MS } from '@cvq/contract';
import type { AttemptLimit } from '@cvq/storage';
import { hashToken } from '../../keys/token.ts';
import { rateLimited } from '../../quotas/rate-limited.ts';
import type { DashboardDeps } from '../operation.ts';
import type { Browser } from './browser.ts';

/** Failures of one name that cost no wait: people mistype. */
const FREE = 5;
/** A pause after which failures are forgotten. */
const FORGOTTEN_MS = HOUR_MS;
/** Failures of one network, whatever the names. */
const OF_NETWORK = { free: 20, windowMs: 10 * MINUTE_MS };
/** Failures of one e-mail address, whatever the networks. */
const OF_EMAIL = { free: 100, windowMs: HOUR_MS };

type Deps = Pick<DashboardDeps, 'control' | 'now' | 'passwords' | 'knownBrowsers'>;
type Claim = {
  /** In small letters. */
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
};

/**
 * The id of the person whose address and password they are; null for every way to be wrong: nobody, disabled, no password,
 * another password. All of them cost one hash. A stranger who fails again and again waits longer and longer, and cannot
 * keep the person out of a browser in which they have signed in before.
 * @throws ApiError rate_limited, told from the address and the network alone, never from whether there is such a person
 */
export async function checkPassword(claim: Claim, deps: Deps): Promise<string | null> {
  const { control, now, passwords } = deps;
  const user = await control.findUser(claim.email);
  const person = user?.email === claim.email && user.disabledAt === null ? user : null;
  const browserId = person && deps.knownBrowsers.idFor(claim.browser.known, person.id);
  const limits = browserId === null ? limitsOfStranger(claim) : [limitOfKnown(browserId, person?.id ?? '')];
  const waitUntil = await control.countAttempt(limits, now());
  if (waitUntil !== null) throw tooMany(waitUntil - now());
  const names = limits.map(({ name }) => name);
  const kept = person && (await control.findPasswordHash(person.id));
  const isSame = await passwords.isSame(claim.password, kept).catch(async (error: unknown) => {
    // Nobody has looked at the password: whoever comes again, as they are asked to, has not failed.
    await control.forgiveAttempt({ all: [], one: names });
    throw error;
  });
  if (!isSame || person === null) return null;
  // It may have been replaced meanwhile, by somebody who fears that it is known.
  if ((await control.findPasswordHash(person.id)) !== kept) return null;
  const [own, ...shared] = names;
  await control.forgiveAttempt({ all: own === undefined ? [] : [own], one: shared });
  return person.id;
}

/** The first is the name's own, which a success clears. */
function limitsOfStranger({ email, browser: { network } }: Claim): AttemptLimit[] {
  const from = network ?? 'unknown';
  return [
    { name: nameOf('stranger', email, from), free: FREE, windowMs: FORGOTTEN_MS, afterwards: 'doubling' },
    { name: nameOf('network', from), ...OF_NETWORK, afterwards: 'window' },
    { name: nameOf('email', email), ...OF_EMAIL, afterwards: 'window' },
  ];
}

function limitOfKnown(browserId: string, userId: string): AttemptLimit {
  return {
    name: nameOf('known', browserId, userId),
    free: FREE,
    windowMs: FORGOTTEN_MS,
    afterwards: 'doubling',
  };
}

/** No address that a stranger typed is stored. */
function nameOf(...parts: readonly string[]): string {
  return hashToken(JSON.stringify(parts));
}

function tooMany(waitMs: number): Error {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return rateLimited({
    message: `Too many attempts to sign in. Try again in ${seconds} s, or have a link made that resets the password.`,
    seconds,
    scope: null,
  });
}
