import { MAX_RANGE_DAYS } from '@cvq/contract';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { createDemo } from '../demo/create-demo.ts';
import { openSecret } from '../secrets/open-secret.ts';
import { parseWholeNumber } from './parse-whole-number.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { openStoredEvents, withAdDeliveries, withControl, withLedger } from './with-stores.ts';

export function demoCommand(): Command {
  return new Command('demo')
    .option(
      '--days <count>',
      'days of history to create',
      parseWholeNumber(0, MAX_RANGE_DAYS),
      MAX_RANGE_DAYS,
    )
    .option('--json', 'print one JSON object')
    .action(async ({ days, json }: { days: number; json?: boolean }) => {
      const { secret } = readConfig(terminal().env);
      const demo = await withControl(async (control) => {
        const stores = { control, openEventLog: openStoredEvents };
        const opened = await openSecret(secret, stores);
        const history = { days, now: terminal().now(), secret: opened };
        return withLedger((ledger) =>
          withAdDeliveries((deliveries) => createDemo({ control, ledger, deliveries }, history)),
        );
      });
      print(
        { project: demo.project, read_key: demo.readKey, events: demo.events },
        {
          json,
          lines: [
            `Project    ${demo.project}`,
            `Read key   ${demo.readKey}   (shown once; the next run replaces it)`,
            `Events     ${demo.events} added`,
          ],
        },
      );
    });
}
