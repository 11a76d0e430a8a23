import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Load } from './load.ts';
import { CONNECTIONS, type Kind, requestsOf } from './requests.ts';
import { seedKeys } from './seed-keys.ts';
import { PROGRAMS, type Server, startServer } from './servers.ts';
import { storeEvents } from './stored-events.ts';
import { quantile, rotateWindows } from './windows.ts';

/**
 * What an event costs where many are stored already, against where few are: two collectors on two stores, in
 * windows of a second that rotate.
 */
const { values: options } = parseArgs({
  options: {
    few: { type: 'string', default: '100000' },
    many: { type: 'string', default: '5000000' },
    rounds: { type: 'string', default: '9' },
    'window-ms': { type: 'string', default: '1000' },
    kinds: { type: 'string', default: 'single,batch' },
  },
});
const TARGET = 1.3;

type Store = {
  readonly folder: string;
  readonly server: Server;
  readonly credentials: Awaited<ReturnType<typeof seedKeys>>;
};

const stores: Store[] = [];
try {
  for (const count of [Number(options.few), Number(options.many)]) stores.push(await openStore(count));
  for (const kind of options.kinds.split(',') as Kind[]) await compare(kind);
} finally {
  for (const { server, folder } of stores) {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function openStore(count: number): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'cvq-bench-'));
  const credentials = await seedKeys(folder);
  await storeEvents(folder, credentials.trackingKey, count);
  const server = await startServer({ name: String(count), program: PROGRAMS.collector, folder });
  return { folder, server, credentials };
}

async function compare(kind: Kind): Promise<void> {
  const contenders = stores.map(({ server, credentials }) => ({
    server,
    load: new Load(server.port, CONNECTIONS[kind], requestsOf(kind, credentials)),
  }));
  const plan = {
    kind,
    rounds: Number(options.rounds),
    warmMs: 3000,
    windowMs: Number(options['window-ms']),
  };
  const samples = await rotateWindows(contenders, plan);
  for (const { load } of contenders) load.close();
  const [few, many] = [...samples.values()].map((own) =>
    quantile(
      own.map(({ cpu }) => cpu),
      0.5,
    ),
  ) as [number, number];
  const met = many / few <= TARGET;
  console.log(
    `${kind}: ${few.toFixed(1)} µs/event at ${options.few} stored events, ${many.toFixed(1)} at ${options.many}: ratio ${(many / few).toFixed(2)} (target ${TARGET}): ${met ? 'met' : 'MISSED'}`,
  );
  if (!met) process.exitCode = 1;
}
