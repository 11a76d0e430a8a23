import { Command } from 'commander';
import { findProject } from '../accounts/look-up.ts';
import { importEvents } from '../event-lines/import-events.ts';
import { ImportStopped, type ImportSummary, summaryOf } from '../event-lines/import-lines.ts';
import { CommandFailed } from './command-failed.ts';
import { print } from './print.ts';
import { showProgress } from './show-progress.ts';
import { terminal } from './terminal.ts';
import { withAccounts, withControl, withLedger } from './with-stores.ts';

type ImportOptions = { project: string; skipBad?: boolean; json?: boolean };

export function eventsImportCommand(): Command {
  return new Command('import')
    .description('Store exported events, read from stdin, in a project. Safe to repeat.')
    .requiredOption('--project <id>', 'proj_…')
    .option('--skip-bad', 'leave out bad lines, instead of stopping at the first')
    .option('--json', 'print one JSON object')
    .action(importFromInput);
}

async function importFromInput({ project, skipBad = false, json }: ImportOptions): Promise<void> {
  await withControl((control) => findProject({ control }, project));
  const { stdin, stderr } = terminal();
  if (stdin.isTTY) {
    throw new CommandFailed(
      `No events on stdin. Give an export: cvq events import --project ${project} < events.ndjson`,
    );
  }
  const progress = showProgress();
  const told = {
    tell(text: string) {
      progress.clear();
      stderr.write(`cvq: ${text}\n`);
    },
    advance: ({ lines }: ImportSummary) => progress.show(`${lines.toLocaleString('en')} lines`),
  };
  const summary = await withAccounts((deps) =>
    withLedger((ledger) => importEvents(deps, stdin, { project, ledger, skipBad, ...told })),
  )
    .finally(progress.clear)
    .catch(explainStop);
  print({ project, ...summary }, { json, lines: [`Imported ${summaryOf(summary)}.`] });
}

function explainStop(error: unknown): never {
  if (!(error instanceof ImportStopped)) throw error;
  const { message, storedUpTo } = error;
  const done =
    storedUpTo === 0 ? 'Nothing was imported.' : `What comes up to line ${storedUpTo} was imported.`;
  throw new CommandFailed(
    `${message} ${done} Correct the line and import the whole file again, or leave out bad lines with --skip-bad.`,
  );
}
