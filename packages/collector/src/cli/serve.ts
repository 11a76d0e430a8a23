import type { ControlStore } from '@cvq/storage';
import { Command } from 'commander';
import { createLink } from '../accounts/access-links.ts';
import { type Config, readConfig } from '../config.ts';
import { whyInsecure } from '../dashboard-api/session/guard-request.ts';
import { demoProjectId } from '../demo/demo-project.ts';
import { scriptTag } from '../demo/script-tag.ts';
import { resourceOf } from '../grants/resource.ts';
import { createLog } from '../log.ts';
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
    .action(serve);
}

/** Where nobody but this machine can connect. */
const ALONE: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

async function serve({ demo = false }: { demo?: boolean }): Promise<void> {
  const config = readConfig(terminal().env);
  const log = createLog(config.logLevel);
  const opensDemo = demo && ALONE.has(config.host) && dashboardAddress(config, config.port).isLoopback;
  const collector = await startCollector({ config, log, opensDemo }).catch((error: NodeJS.ErrnoException) => {
    throw explainListening(error, config) ?? error;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'Finishing what was accepted');
      void collector.close().then(() => process.exit(0));
    });
  }
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
  const shown = withControl((control) => banner(collector, { control, opensDemo }));
  terminal().stdout.write(
    await shown.catch(async (error: unknown) => {
      await collector.close();
      throw error;
    }),
  );
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

async function banner({ baseUrl, dashboard }: Collector, { control, opensDemo }: Shown): Promise<string> {
  const demo = await demoProjectId(control);
  const [first] = await control.listProjects();
  const key = demo ?? first?.id ?? null;
  const rows = [
    ['Version', VERSION],
    ['Dashboard', `${dashboard.origin}/`],
    ['Agents', resourceOf(dashboard.origin)],
    ...(await signInRows(dashboard, { control, opensDemo: opensDemo && demo !== null })),
    ['Commands', 'cvq --help, or in a clone of the repository: npm run -s cvq -- --help'],
    ...(demo === null ? [] : [['Demo shop', `${dashboard.shopOrigin}/demo/`]]),
    ...(key === null
      ? [['Next', `cvq ${FIRST_COMMAND}, or in a clone: npm run -s cvq -- ${FIRST_COMMAND}`]]
      : [
          ['Tracking key', key],
          ['Script tag', scriptTag(baseUrl, key)],
          ['Pinned tag', pinnedTag(await readNewest('sdk'), { kind: 'sdk', baseUrl, trackingKey: key })],
        ]),
  ];
  const lines = rows.map(([name, value]) => `  ${(name as string).padEnd(14)}${value}`);
  return `\ncvq is listening on ${baseUrl}\n\n${lines.join('\n')}\n\n`;
}

/** How the first people come in; nothing once there is a user. */
async function signInRows(address: DashboardAddress, { control, opensDemo }: Shown): Promise<string[][]> {
  const insecure = whyInsecure(address);
  if (insecure !== null) return [['', insecure]];
  const deps = { control, now: terminal().now, origin: address.origin };
  const setUp = await createLink(deps, 'set_up');
  if (setUp === null) return [];
  const demo = opensDemo ? await createLink(deps, 'demo') : null;
  return [
    ...(demo === null ? [] : [['Open the demo', demo.address]]),
    ['Set up', `${setUp.address}   (once, within 60 minutes)`],
  ];
}
