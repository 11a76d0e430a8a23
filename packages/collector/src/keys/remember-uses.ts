import { MINUTE_MS } from '@cvq/contract/constants';
import type { ControlStore } from '@cvq/storage';
import { LRUCache } from 'lru-cache';

const REMEMBERED_KEYS = 10_000;

export type NoteUse = (keyId: string, now: number) => void;

/** Notes when keys are used, each at most once a minute: who looks wants to know of days. */
export function rememberUses(control: ControlStore): NoteUse {
  const noted = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  return (keyId, now) => {
    const minute = Math.floor(now / MINUTE_MS);
    if (noted.get(keyId) === minute) return;
    noted.set(keyId, minute);
    // Nobody's request fails because its time could not be noted.
    control.noteUse(keyId, now).catch(() => noted.delete(keyId));
  };
}
