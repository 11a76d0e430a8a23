import { type FSWatcher, watch } from 'node:fs';
import type { StoreLocation } from '../store-location.ts';

export type WatchedStore = 'events' | 'control';

/** Writes come in bursts: they are heard together. */
const GATHER_MS = 100;
/** In case that the system has not said that a file changed. */
const SAFETY_MS = 60_000;
/** Where the system cannot say that at all. */
const WITHOUT_WATCH_MS = 1000;

/**
 * Calls `heard` soon after another thread or process may have written to one of the stores. What it can call for
 * nothing is cheap for who looks: it comes at most ten times a second. Returns how to stop.
 */
export function watchSqliteWrites(
  { folder }: StoreLocation,
  stores: readonly WatchedStore[],
  heard: () => void,
): () => void {
  const logs = new Set(stores.map((store) => `${store}.db-wal`));
  let watcher: FSWatcher | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  /** Each watch ends with the first write, so that a busy writer costs nothing until the next look. */
  function listen(): void {
    try {
      watcher = watch(folder, { persistent: false }, (_, file) => {
        if (file === null || logs.has(file)) soon(GATHER_MS);
      });
      watcher.once('error', () => soon(WITHOUT_WATCH_MS));
      again(SAFETY_MS);
    } catch {
      again(WITHOUT_WATCH_MS);
    }
  }

  function soon(ms: number): void {
    watcher?.close();
    watcher = null;
    again(ms);
  }

  function again(ms: number): void {
    if (timer) clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      watcher?.close();
      // Before the look: what is written during it is heard.
      listen();
      heard();
    }, ms);
    timer.unref();
  }

  listen();
  return () => {
    stopped = true;
    soon(0);
  };
}
