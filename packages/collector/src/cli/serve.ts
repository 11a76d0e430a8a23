import type { ControlStore } from '@cvq/storage';
import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { demoProjectId } from '../demo/demo-project.ts';
import { scriptTag } from '../demo/script-tag.ts';
import { createLog } from '../log.ts';
import { type Collector, startCollector } from '../main.ts';
import { VERSION } from '../version.ts';
import { CommandFailed } from './command-failed.ts';
import { terminal } from './terminal.ts';
import { withControl } from './with-stores.ts';

const FIRST_COMMAND = 'project create --domain www.example.com';

export function serveCommand(): Command {
  return new Command('serve').action(serve);
}

async function serve(): Promise<void> {
  const config = readConfig(terminal().env);
  const log = createLog(config.logLevel);
  const collector = await startCollector({ config, log }).catch((error: NodeJS.ErrnoException) => {
    throw explainListening(error, config) ?? error;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'Finishing what was accepted');
      void collector.close().then(() => process.exit(0));
    });
  }
  // A program that reads this line may send a signal at once.
  terminal().stdout.write(await withControl((control) => banner(collector, control)));
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

async function banner({ baseUrl }: Collector, control: ControlStore): Promise<string> {
  const demo = await demoProjectId(control);
  const [first] = await control.listProjects();
  const key = demo ?? first?.id ?? null;
  const rows = [
    ['Version', VERSION],
    ['First page', `${baseUrl}/`],
    ['Commands', 'cvq --help, or in a clone of the repository: npm run -s cvq -- --help'],
    ...(demo === null ? [] : [['Demo shop', `${baseUrl}/demo/`]]),
    ...(key === null
      ? [['Next', `cvq ${FIRST_COMMAND}, or in a clone: npm run -s cvq -- ${FIRST_COMMAND}`]]
      : [
          ['Tracking key', key],
          ['Script tag', scriptTag(baseUrl, key)],
        ]),
  ];
  const lines = rows.map(([name, value]) => `  ${(name as string).padEnd(14)}${value}`);
  return `\ncvq is listening on ${baseUrl}\n\n${lines.join('\n')}\n\n`;
}
