import type { ControlStore } from '@cvq/storage';
import { Command } from 'commander';
import { createLink } from '../accounts/access-links.ts';
import { type Config, readConfig } from '../config.ts';
import { whyInsecure } from '../dashboard-api/session/guard-request.ts';
import { demoProjectId } from '../demo/demo-project.ts';
import { scriptTag } from '../demo/script-tag.ts';
import { resourceOf } from '../grants/resource.ts';
import { createLog, type Log } from '../log.ts';
import { type Collector, startCollector } from '../main.ts';
import { type DashboardAddress, dashboardAddress } from '../net/dashboard-address.ts';
import { pinnedTag } from '../pages/pinned-tag.ts';
import { readNewest } from '../pages/sdk-scripts.ts';
import { VERSION } from '../version.ts';
import { CommandFailed } from './command-failed.ts';
import { terminal } from './terminal.ts';
import { withControl } from './with-stores.ts';

const FIRST_COMMAND = 'project create --domain www.example.com';

export function serveCommand(): Command {
  return new Command('serve')
    .option(
      '--demo',
      'print a link that opens the dashboard as the owner of the demo, while there is no user',
    )
    .option('--json', 'print one JSON object once it listens')
    .action(serve);
}

/** Where nobody but this machine can connect. */
const ALONE: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

async function serve({ demo = false, json = false }: { demo?: boolean; json?: boolean }): Promise<void> {
  const config = readConfig(terminal().env);
  const log = createLog(config.logLevel);
  const opensDemo = demo && ALONE.has(config.host) && dashboardAddress(config, config.port).isLoopback;
  const collector = await startCollector({ config, log, opensDemo }).catch((error: NodeJS.ErrnoException) => {
    throw explainListening(error, config) ?? error;
  });
  endBySignals(collector, log);
  // Nobody can say what still holds after a failure that nothing caught: it ends, and says why.
  process.removeAllListeners('uncaughtException').once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The collector ends, by a failure that nothing caught');
    process.exit(1);
  });
  // Node.js would print them as lines that are no JSON.
  process.removeAllListeners('warning').on('warning', (warning) => {
    log.warn({ err: warning }, 'Node.js warns of something');
  });
  // The banner is for whoever started it. A collector whose starter reads no more has more to do.
  process.stdout.removeAllListeners('error').on('error', (error) => {
    log.warn({ err: error }, 'Where the collector listens could not be written to standard output');
  });
  // A program that reads this line may send a signal at once.
  const whereabouts = await withControl((control) => whereaboutsOf(collector, { control, opensDemo })).catch(
    async (error: unknown) => {
      await collector.close();
      throw error;
    },
  );
  terminal().stdout.write(json ? `${JSON.stringify(whereabouts)}\n` : banner(whereabouts));
}

/**
 * Ends it in order by the first signal. Those that come after change nothing: one Ctrl+C comes from the terminal, and again
 * from each program around it that hands it on. SIGHUP comes where the terminal is closed.
 */
function endBySignals(collector: Collector, log: Log): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      log.info({ signal }, 'Finishing what was accepted');
      void collector.close().then(() => process.exit(0));
    });
  }
}

/** What stands in the way of listening, by the setting that names it; null where the failure is another. */
function explainListening({ code = '', syscall }: NodeJS.ErrnoException, { host, port }: Config) {
  if (code === 'EADDRINUSE')
    return new CommandFailed(
      `Port ${port} is already in use. Set PORT to another one, or stop the program that uses it.`,
    );
  if (code === 'EACCES' && syscall === 'listen')
    return new CommandFailed(`PORT: This user may not listen on port ${port}. Set PORT to 1024 or more.`);
  if (/^(EADDRNOTAVAIL|EINVAL|ENOTFOUND|EAI_)/.test(code))
    return new CommandFailed(
      `HOST: This machine has no address ${host}. Set HOST to one of its own, such as 127.0.0.1, or to 0.0.0.0 for all.`,
    );
  return null;
}

type Shown = { readonly control: ControlStore; readonly opensDemo: boolean };

/** What whoever started the collector wants to know of it. What is not there is null. */
type Whereabouts = {
  readonly url: string;
  readonly version: string;
  readonly dashboard: string;
  readonly agents: string;
  /** Why nobody can sign in there. */
  readonly problem: string | null;
  readonly open_demo: string | null;
  readonly set_up: string | null;
  readonly demo_shop: string | null;
  readonly tracking_key: string | null;
  readonly script_tag: string | null;
  readonly pinned_tag: string | null;
};

async function whereaboutsOf(
  { baseUrl, dashboard }: Collector,
  { control, opensDemo }: Shown,
): Promise<Whereabouts> {
  const demo = await demoProjectId(control);
  const [first] = await control.listProjects();
  const trackingKey = demo ?? first?.id ?? null;
  return {
    url: baseUrl,
    version: VERSION,
    dashboard: `${dashboard.origin}/`,
    agents: resourceOf(dashboard.origin),
    ...(await waysIn(dashboard, { control, opensDemo: opensDemo && demo !== null })),
    demo_shop: demo && `${dashboard.shopOrigin}/demo/`,
    tracking_key: trackingKey,
    script_tag: trackingKey && scriptTag(baseUrl, trackingKey),
    pinned_tag: trackingKey && pinnedTag(await readNewest('sdk'), { kind: 'sdk', baseUrl, trackingKey }),
  };
}

type WaysIn = Pick<Whereabouts, 'problem' | 'open_demo' | 'set_up'>;

/** How the first people come in; nothing once there is a user. */
async function waysIn(address: DashboardAddress, { control, opensDemo }: Shown): Promise<WaysIn> {
  const none = { problem: whyInsecure(address), open_demo: null, set_up: null };
  if (none.problem !== null) return none;
  const deps = { control, now: terminal().now, origin: address.origin };
  const setUp = await createLink(deps, 'set_up');
  if (setUp === null) return none;
  const demo = opensDemo ? await createLink(deps, 'demo') : null;
  return { problem: null, open_demo: demo?.address ?? null, set_up: setUp.address };
}

function banner(whereabouts: Whereabouts): string {
  const next = `cvq ${FIRST_COMMAND}, or in a clone: npm run -s cvq -- ${FIRST_COMMAND}`;
  const rows: readonly [name: string, value: string | null][] = [
    ['Version', whereabouts.version],
    ['Dashboard', whereabouts.dashboard],
    ['Agents', whereabouts.agents],
    ['', whereabouts.problem],
    ['Open the demo', whereabouts.open_demo],
    ['Set up', whereabouts.set_up && `${whereabouts.set_up}   (once, within 60 minutes)`],
    ['Commands', 'cvq --help, or in a clone of the repository: npm run -s cvq -- --help'],
    ['Demo shop', whereabouts.demo_shop],
    ['Next', whereabouts.tracking_key === null ? next : null],
    ['Tracking key', whereabouts.tracking_key],
    ['Script tag', whereabouts.script_tag],
    ['Pinned tag', whereabouts.pinned_tag],
  ];
  const lines = rows.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(14)}${value}`]));
  return `\ncvq is listening on ${whereabouts.url}\n\n${lines.join('\n')}\n\n`;
}
