import type { ControlStore, KeyRecord } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { findValidKey } from './find-valid-key.ts';
import { createUseRecorder } from './record-uses.ts';

/** At once where it is cached. */
export type FindServerKey = (token: string, now: number) => KeyRecord | null | Promise<KeyRecord | null>;

const CACHED_KEYS = 10_000;

/**
 * Server keys by token, cached until anybody changes the control store: a revocation, also one by another process, acts
 * on the next request. Only good keys are cached, so that strangers cannot push them out.
 */
export function cacheServerKeys(control: ControlStore): FindServerKey {
  const cached = new LRUCache<string, KeyRecord>({ max: CACHED_KEYS });
  const noteUse = createUseRecorder(control);
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

  function readCached(token: string, now: number): KeyRecord | null | undefined {
    const known = cached.get(token);
    if (known === undefined) return undefined;
    if (known.expiresAt !== null && now >= known.expiresAt) return null;
    noteUse(known.id, now);
    return known;
  }

  async function find(token: string, now: number): Promise<KeyRecord | null> {
    if (!isFresh) await refresh();
    const known = readCached(token, now);
    if (known !== undefined) return known;
    const before = changes;
    const key = await findValidKey(control, token, { prefix: 'srv', now });
    if (key === null) return null;
    // What was read before a change is not kept after it.
    if (before === changes) cached.set(token, key);
    noteUse(key.id, now);
    return key;
  }

  return (token, now) => (isFresh ? readCached(token, now) : undefined) ?? find(token, now);
}
