import { type FSWatcher, watch } from 'node:fs';

/** Writes come in bursts: they are heard together. */
const GATHER_MS = 100;
/** In case that the system has not said that a file changed. */
const SAFETY_MS = 60_000;
/** Where the system cannot say that at all. */
const WITHOUT_WATCH_MS = 1000;

/**
 * Calls `heard` soon after another thread or process has written to one of the files, which are write-ahead logs of
 * open databases, and at times for nothing. It comes at most ten times a second. Returns how to stop.
 */
export function watchFiles(files: readonly string[], heard: () => void): () => void {
  let watchers: readonly FSWatcher[] = [];
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  /** Each watch ends with the first write, so that a busy writer costs nothing until the next look. */
  function listen(): void {
    const opened: FSWatcher[] = [];
    watchers = opened;
    try {
      for (const file of files) {
        // The file and not its folder: what is written beside it, such as every commit of events, wakes nobody here.
        const watcher = watch(file, { persistent: false }, () => soon(GATHER_MS));
        watcher.once('error', () => soon(WITHOUT_WATCH_MS));
        opened.push(watcher);
      }
      again(SAFETY_MS);
    } catch {
      soon(WITHOUT_WATCH_MS);
    }
  }

  function soon(ms: number): void {
    unwatch();
    again(ms);
  }

  function unwatch(): void {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  }

  function again(ms: number): void {
    if (timer) clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      unwatch();
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
