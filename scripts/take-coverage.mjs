/** Loaded into every thread of a measured collector: at SIGUSR2 each writes which functions ran since the last time. */
import v8 from 'node:v8';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import '../test/builders/without-bundles.ts';

// A command that the collector is started by has no coverage to write.
if (process.env.NODE_V8_COVERAGE) {
  const channel = new BroadcastChannel('take coverage');
  channel.onmessage = () => v8.takeCoverage();
  channel.unref();
  if (isMainThread) {
    process.on('SIGUSR2', () => {
      channel.postMessage(null);
      v8.takeCoverage();
    });
  }
}
