import { Command } from 'commander';
import { print } from './print.ts';
import { withStores } from './with-stores.ts';

export function checkCommand(): Command {
  return new Command('check')
    .description('Check the integrity of every store. Exits with 1 when something is broken.')
    .option('--json', 'print one JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      const reports = await withStores(async ({ control, events }) => [
        await control.check(),
        await events.check(),
      ]);
      const ok = reports.every(({ problems }) => problems.length === 0);
      print(
        { ok, stores: reports },
        {
          json,
          lines: reports.flatMap(({ store, problems }) =>
            problems.length === 0 ? [`${store}: ok`] : problems.map((problem) => `${store}: ${problem}`),
          ),
        },
      );
      if (!ok) process.exitCode = 1;
    });
}
