import type { ControlStore, KeyRecord } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { findValidKey } from './find-valid-key.ts';
import { rememberUses } from './remember-uses.ts';

/** At once where it is remembered. */
export type FindServerKey = (token: string, now: number) => KeyRecord | null | Promise<KeyRecord | null>;

const REMEMBERED_KEYS = 10_000;

/**
 * Server keys by token, remembered until anybody changes the control store: a revocation, also one by another
 * process, acts on the next request. Only good keys are remembered, so that strangers cannot push them out.
 */
export function rememberServerKeys(control: ControlStore): FindServerKey {
  const remembered = new LRUCache<string, KeyRecord>({ max: REMEMBERED_KEYS });
  const noteUse = rememberUses(control);
  let version = -1;
  let isFresh = false;

  /** Once per turn of the event loop: what arrives in one turn arrived together. */
  async function refresh(): Promise<void> {
    isFresh = true;
    setImmediate(() => {
      isFresh = false;
    });
    const current = await control.version();
    if (current !== version) remembered.clear();
    version = current;
  }

  function recall(token: string, now: number): KeyRecord | null | undefined {
    const known = remembered.get(token);
    if (known === undefined) return undefined;
    if (known.expiresAt !== null && now >= known.expiresAt) return null;
    noteUse(known.id, now);
    return known;
  }

  async function find(token: string, now: number): Promise<KeyRecord | null> {
    if (!isFresh) await refresh();
    const known = recall(token, now);
    if (known !== undefined) return known;
    const key = await findValidKey(control, token, { prefix: 'srv', now });
    if (key === null) return null;
    remembered.set(token, key);
    noteUse(key.id, now);
    return key;
  }

  return (token, now) => (isFresh ? recall(token, now) : undefined) ?? find(token, now);
}
