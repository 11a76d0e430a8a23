import { MINUTE_MS } from '@cvq/contract/constants';
import type { ControlStore } from '@cvq/storage';
import { LRUCache } from 'lru-cache';

const MAX_KEYS = 10_000;

export type NoteUse = (keyId: string, now: number) => void;

/** Records when keys are used, each at most once a minute: people ask about days. */
export function createUseRecorder(control: ControlStore): NoteUse {
  const noted = new LRUCache<string, number>({ max: MAX_KEYS });
  return (keyId, now) => {
    const minute = Math.floor(now / MINUTE_MS);
    if (noted.get(keyId) === minute) return;
    noted.set(keyId, minute);
    // No request fails because its time could not be recorded.
    control.noteUse(keyId, now).catch(() => noted.delete(keyId));
  };
}
