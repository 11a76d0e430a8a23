import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectPlatforms, SENDS_NOTHING } from './connect-platforms.ts';
import { Load } from './load.ts';
import { CONNECTIONS, EVENTS_PER_REQUEST, type Kind, requestsOf } from './requests.ts';
import { seedKeys } from './seed-keys.ts';
import { PROGRAMS, type Server, startServer, WITHOUT_QUOTAS } from './servers.ts';
import { quantile, rotateWindows, type Sample } from './windows.ts';

type Plan = { readonly rounds: number; readonly warmMs: number; readonly windowMs: number };

/** Microseconds of a conversion that three integrations may cost. */
const AIM = 8;
const KINDS = ['conversions', 'browser'] as const satisfies readonly Kind[];

/**
 * What three integrations cost: processor time per event of a project that has them, against one that has none, in windows
 * that alternate. Of each pair of neighbouring windows the difference is taken, and of all pairs the median. False where a
 * request failed.
 */
export async function compareIntegrations(plan: Plan, loadAverage: () => string): Promise<boolean> {
  const root = mkdtempSync(join(tmpdir(), 'cvq-bench-'));
  const [without, connected] = [join(root, 'without'), join(root, 'connected')];
  const servers: Server[] = [];
  try {
    const credentials = await seedKeys(without);
    cpSync(without, connected, { recursive: true });
    connectPlatforms(connected, credentials.trackingKey);
    const program = PROGRAMS.collector;
    const settings = { ...WITHOUT_QUOTAS, ...SENDS_NOTHING };
    servers.push(await startServer({ name: 'without', program, folder: without, settings }));
    servers.push(await startServer({ name: 'with', program, folder: connected, settings }));
    let isWhole = true;
    for (const kind of KINDS) {
      const events = `${EVENTS_PER_REQUEST[kind]} events a request`;
      console.log(`\n${kind}: ${events}, ${CONNECTIONS[kind]} connections, load average ${loadAverage()}`);
      const contenders = servers.map((server) => ({
        server,
        load: new Load(server.port, CONNECTIONS[kind], requestsOf(kind, credentials)),
      }));
      const samples = await rotateWindows(contenders, { kind, ...plan });
      for (const { load } of contenders) load.close();
      isWhole = report(kind, samples) && isWhole;
    }
    return isWhole;
  } finally {
    for (const server of servers) await server.stop();
    rmSync(root, { recursive: true });
  }
}

function report(kind: Kind, samples: ReadonlyMap<string, readonly Sample[]>): boolean {
  const [without, connected] = [samples.get('without') ?? [], samples.get('with') ?? []];
  const cpu = (of: readonly Sample[]) =>
    quantile(
      of.map((sample) => sample.cpu),
      0.5,
    ).toFixed(1);
  const differences = without.map((sample, pair) => (connected[pair]?.cpu ?? Number.NaN) - sample.cpu);
  const at = (fraction: number) => quantile(differences, fraction).toFixed(1);
  const aim = kind === 'conversions' ? `, aim ${AIM}` : '';
  console.log(`  without integrations ${cpu(without)} µs/event, with three ${cpu(connected)}`);
  console.log(
    `  difference ${at(0.5)} µs/event: median of ${differences.length} pairs, half of them between ${at(0.25)} and ${at(0.75)}${aim}`,
  );
  const failures = [...without, ...connected].reduce((sum, sample) => sum + sample.failures, 0);
  if (failures > 0) console.log(`  ${failures} requests FAILED`);
  return failures === 0;
}
