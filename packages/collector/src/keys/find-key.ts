import { MINUTE_MS } from '@cvq/contract/constants';
import type { ControlStore, FoundKey, KeyRecord } from '@cvq/storage';
import { boundedCache } from '../bounded-cache.ts';
import type { Log } from '../log.ts';
import { hashToken, isWellFormedToken, type KeyPrefix } from './token.ts';

const KIND: Record<KeyPrefix, KeyRecord['kind']> = { sk: 'secret', srv: 'server' };

/** A key that may be used now, by its token; null where there is none. At once where it is cached. */
export type FindKey = (token: string, now: number) => FoundKey | null | Promise<FoundKey | null>;

/** What is cached takes this at most, about: ten thousand keys, or fewer that name many projects. */
const CACHED_BYTES = 2 ** 23;
const BYTES_OF_KEY = 800;
const BYTES_OF_NAME = 80;

/**
 * Keys of a kind by token, cached until anybody changes the control store: a revocation, also one by another process, acts
 * on the next request. Unknown, malformed, revoked and expired are one answer. Only good keys are cached, so that strangers
 * cannot push them out.
 */
export function cacheKeys(control: ControlStore, prefix: KeyPrefix): FindKey {
  const cached = boundedCache<FoundKey>(
    CACHED_BYTES,
    ({ projects }) => BYTES_OF_KEY + (projects === 'all' ? 0 : projects.length * BYTES_OF_NAME),
  );
  let isFresh = false;
  let changes = 0;
  control.onChange(() => {
    changes += 1;
    cached.clear();
  });

  /** Once per turn of the event loop: what arrives in one turn arrived together. */
  function refresh(): Promise<void> {
    isFresh = true;
    setImmediate(() => {
      isFresh = false;
    });
    return control.catchUp();
  }

  function readCached(token: string, now: number): FoundKey | null | undefined {
    const known = cached.get(token);
    return known === undefined || isUsable(known, now) ? known : null;
  }

  async function find(token: string, now: number): Promise<FoundKey | null> {
    if (!isWellFormedToken(token, prefix)) return null;
    if (!isFresh) await refresh();
    const known = readCached(token, now);
    if (known !== undefined) return known;
    const before = changes;
    const key = await control.findKey(hashToken(token));
    if (key === null || key.kind !== KIND[prefix] || key.revokedAt !== null || !isUsable(key, now))
      return null;
    // What was read before a change is not kept after it.
    if (before === changes) cached.set(token, key);
    return key;
  }

  return (token, now) => (isFresh ? readCached(token, now) : undefined) ?? find(token, now);
}

function isUsable({ expiresAt }: FoundKey, now: number): boolean {
  return expiresAt === null || now < expiresAt;
}

const MAX_KEYS = 10_000;

export type NoteUse = (keyId: string, now: number) => void;

/** Records when keys are used, each at most once a minute: people ask about days. */
export function createUseRecorder(control: Pick<ControlStore, 'noteUse'>, log: Log): NoteUse {
  let isFailing = false;
  const noted = boundedCache<number>(MAX_KEYS);
  return (keyId, now) => {
    const minute = Math.floor(now / MINUTE_MS);
    if (noted.get(keyId) === minute) return;
    noted.set(keyId, minute);
    // No request fails because its time could not be recorded.
    control.noteUse(keyId, now).then(
      () => {
        isFailing = false;
      },
      (error: unknown) => {
        noted.delete(keyId);
        // It fails for every key alike: it is logged when it begins.
        if (!isFailing) log.warn({ err: error }, 'The last uses of keys cannot be recorded at the moment');
        isFailing = true;
      },
    );
  };
}
