// Loaded into the collector: once a second, how late the event loop of each of its threads was, and what garbage cost.
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 1;
const file = process.env.HOSTILE_PROBE;
if (file) {
  const thread = isMainThread ? 'main' : basename(process.argv[1] ?? '', '.js');
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let garbageMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) garbageMs += duration;
  }).observe({ entryTypes: ['gc'] });
  let used = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(used);
    used = process.threadCpuUsage();
    const late = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
    const line = { at: Date.now(), thread, late, usedMs: (user + system) / 1000, garbageMs };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    delay.reset();
    garbageMs = 0;
  }, 1000).unref();
}
