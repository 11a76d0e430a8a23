import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Load } from './load.ts';
import { CONNECTIONS, EVENTS_PER_REQUEST, type Kind, requestsOf } from './requests.ts';
import { seedKeys } from './seed-keys.ts';
import { PROGRAMS, startServer } from './servers.ts';

/**
 * Memory that the collector holds at the start, at most while it takes so many events in (singles, batches and
 * browsers in turn), and after a pause without load. In megabytes of 10^6 bytes, all threads and all mappings.
 */
const { values: options } = parseArgs({ options: { events: { type: 'string', default: '2000000' } } });
const TARGET_MB = 180;
const TURN_MS = 1000;
const PAUSE_MS = 5000;
const KINDS: readonly Kind[] = ['single', 'batch', 'browser'];

const folder = mkdtempSync(join(tmpdir(), 'cvq-bench-'));
const credentials = await seedKeys(folder);
const server = await startServer({ name: 'collector', program: PROGRAMS.collector, folder });
const megabytes = () => Math.round(server.residentBytes() / 1e6);
let most = megabytes();
const watch = setInterval(() => {
  most = Math.max(most, megabytes());
}, 100);
try {
  console.log(`at the start ${most} MB`);
  const loads = KINDS.map((kind) => ({
    kind,
    load: new Load(server.port, CONNECTIONS[kind], requestsOf(kind, credentials)),
  }));
  const wanted = Number(options.events);
  let events = 0;
  let told = 0;
  while (events < wanted) {
    for (const { kind, load } of loads) {
      const { requests, failures } = await load.run(TURN_MS);
      events += (requests - failures) * EVENTS_PER_REQUEST[kind];
    }
    if (events - told < wanted / 10) continue;
    told = events;
    console.log(`${events} events: ${megabytes()} MB now, ${most} MB at most`);
  }
  for (const { load } of loads) load.close();
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const after = megabytes();
  const met = Math.max(most, after) <= TARGET_MB;
  console.log(
    `after ${events} events: ${after} MB, at most ${most} MB (target ${TARGET_MB}): ${met ? 'met' : 'MISSED'}`,
  );
  process.exitCode = met ? 0 : 1;
} finally {
  clearInterval(watch);
  await server.stop();
  rmSync(folder, { recursive: true });
}
