import { type CheckReport, StoreBroken } from '@cvq/storage';
import { Command } from 'commander';
import { print } from './print.ts';
import { withControl, withEvents } from './with-stores.ts';

export function checkCommand(): Command {
  return new Command('check')
    .option('--json', 'print one JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      const reports = [
        await examine('control', () => withControl((control) => control.check())),
        await examine('events', () => withEvents((events) => events.check())),
      ];
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

/** A store too broken to be opened is a finding, and no reason to leave the next one unseen. */
async function examine(store: string, check: () => Promise<CheckReport>): Promise<CheckReport> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof StoreBroken) return { store, problems: [error.message] };
    throw error;
  }
}
