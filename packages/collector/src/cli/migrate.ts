import { openControlStore, openEventStore } from '@cvq/storage';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .option('--json', 'print one JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      const { dataFolder } = readConfig(terminal().env);
      const location = { folder: dataFolder, migrate: true };
      await openControlStore(location).close();
      await openEventStore(location).close();
      print(
        { migrated: true, data: dataFolder },
        { json, lines: [`The stores in ${dataFolder} are up to date.`] },
      );
    });
}
