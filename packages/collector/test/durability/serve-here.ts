import { createLog, readConfig, startCollector } from '@cvq/collector';
import { type Program, settingsFor } from './program.ts';

export type Here = Pick<Program, 'port' | 'log' | 'terminate'>;

/**
 * As `serve`, in this process and in half the time: for what a collector finds when it starts, does and logs, where
 * nothing kills it.
 */
export async function serveHere(
  folder: string,
  { env = {} }: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Here> {
  const config = readConfig({ ...settingsFor(folder), ...env });
  let logged = '';
  const log = createLog(config.logLevel, {
    write(line) {
      logged += line;
    },
  });
  const collector = await startCollector({ config, log });
  return {
    port: collector.port,
    log: () => logged,
    async terminate() {
      await collector.close();
      return 0;
    },
  };
}
