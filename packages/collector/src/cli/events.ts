import { once } from 'node:events';
import type { EventCursor, EventLog, EventPage } from '@cvq/storage';
import { Command } from 'commander';
import { findProject } from '../accounts/look-up.ts';
import { toEventLine } from '../event-lines/to-event-line.ts';
import { CommandFailed } from './command-failed.ts';
import { eventsImportCommand } from './events-import.ts';
import { isBrokenArchive } from './explain-failure.ts';
import { oneOrMany } from './one-or-many.ts';
import { parseTime } from './parse-time.ts';
import { showProgress } from './show-progress.ts';
import { terminal } from './terminal.ts';
import { withControl, withEventLog } from './with-stores.ts';

const PAGE = 1000;

export function eventsCommand(): Command {
  const command = new Command('events');
  command
    .command('export')
    .description('Write every stored event of a project to stdout, one JSON object a line, oldest first.')
    .requiredOption('--project <id>', 'proj_…')
    .option('--from <time>', 'only events that happened at or after this time (ISO 8601)', parseTime)
    .option('--to <time>', 'only events that happened before this time (ISO 8601)', parseTime)
    .action(exportEvents);
  command.addCommand(eventsImportCommand());
  return command;
}

type ExportOptions = { readonly project: string; readonly from?: number; readonly to?: number };

async function exportEvents({ project, from = -Infinity, to = Infinity }: ExportOptions): Promise<void> {
  await withControl((control) => findProject({ control }, project));
  const progress = showProgress({ writesMuch: true });
  await withEventLog(async (log) => {
    const { stdout } = terminal();
    let cursor: EventCursor | null = null;
    let written = 0;
    do {
      const page = await pageAfter(cursor, { log, project, written });
      for (const kept of page.events) {
        if (kept.event.at < from || kept.event.at >= to) continue;
        const line = `${JSON.stringify(toEventLine(kept))}\n`;
        written += 1;
        if (!stdout.write(line)) await once(stdout, 'drain');
      }
      progress.show(`${written.toLocaleString('en')} events`);
      cursor = page.next;
    } while (cursor !== null);
  }).finally(progress.clear);
}

type Export = { readonly log: EventLog; readonly project: string; readonly written: number };

/** @throws CommandFailed where what comes next cannot be read: an export with a gap would pass for a whole one. */
async function pageAfter(cursor: EventCursor | null, { log, project, written }: Export): Promise<EventPage> {
  try {
    return await log.events(project, cursor, PAGE);
  } catch (error) {
    if (!isBrokenArchive(error)) throw error;
    throw new CommandFailed(
      `${error.message} The export is not complete: it ends after ${oneOrMany(written, ['event', 'events'])}.`,
    );
  }
}
