import type { ControlStore, KeyRecord } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { findValidKey } from './find-valid-key.ts';
import { rememberUses } from './remember-uses.ts';

export type FindServerKey = (token: string, now: number) => Promise<KeyRecord | null>;

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

  async function find(token: string, now: number): Promise<KeyRecord | null> {
    if (!isFresh) await refresh();
    const known = remembered.get(token);
    if (known) return known.expiresAt === null || now < known.expiresAt ? known : null;
    const key = await findValidKey(control, token, { prefix: 'srv', now });
    if (key) remembered.set(token, key);
    return key;
  }

  return async (token, now) => {
    const key = await find(token, now);
    if (key) noteUse(key.id, now);
    return key;
  };
}
