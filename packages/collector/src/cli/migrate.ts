import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { migrateStores } from './with-stores.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .option('--json', 'print one JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      const { dataFolder } = readConfig(terminal().env);
      await migrateStores(dataFolder);
      print(
        { migrated: true, data: dataFolder },
        { json, lines: [`The stores in ${dataFolder} are up to date.`] },
      );
    });
}
