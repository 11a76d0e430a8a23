import { once } from 'node:events';
import type { EventCursor, EventPage } from '@cvq/storage';
import { Command } from 'commander';
import { findProject } from '../accounts/look-up.ts';
import { toEventLine } from '../event-lines/to-event-line.ts';
import { eventsImportCommand } from './events-import.ts';
import { terminal } from './terminal.ts';
import { withControl, withEventLog } from './with-stores.ts';

const PAGE = 1000;

export function eventsCommand(): Command {
  const command = new Command('events');
  command
    .command('export')
    .description('Write every stored event of a project to stdout, one JSON object a line, oldest first.')
    .requiredOption('--project <id>', 'proj_…')
    .action(exportEvents);
  command.addCommand(eventsImportCommand());
  return command;
}

async function exportEvents({ project }: { project: string }): Promise<void> {
  await withControl((control) => findProject({ control }, project));
  await withEventLog(async (log) => {
    const { stdout } = terminal();
    let cursor: EventCursor | null = null;
    do {
      const page: EventPage = await log.events(project, cursor, PAGE);
      for (const event of page.events) {
        const line = `${JSON.stringify(toEventLine(event))}\n`;
        if (!stdout.write(line)) await once(stdout, 'drain');
      }
      cursor = page.next;
    } while (cursor !== null);
  });
}
