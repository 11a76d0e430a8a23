import { once } from 'node:events';
import type { EventCursor } from '@cvq/storage';
import { Command } from 'commander';
import { toExportedEvent } from '../export/exported-event.ts';
import { CommandFailed } from './command-failed.ts';
import { withStores } from './with-stores.ts';

const PAGE = 1000;

export function eventsCommand(): Command {
  const command = new Command('events');
  command
    .command('export')
    .description('Write every stored event of a project to stdout, one JSON object a line, oldest first.')
    .requiredOption('--project <id>', 'proj_…')
    .action(exportEvents);
  return command;
}

async function exportEvents({ project }: { project: string }): Promise<void> {
  process.stdout.on('error', endWithReader);
  await withStores(async ({ control, events }) => {
    if ((await control.findProject(project)) === null)
      throw new CommandFailed(`There is no project ${project}.`);
    let cursor: EventCursor | null = null;
    do {
      const page: Awaited<ReturnType<typeof events.events>> = await events.events(project, cursor, PAGE);
      for (const event of page.events) {
        const line = `${JSON.stringify(toExportedEvent(event))}\n`;
        if (!process.stdout.write(line)) await once(process.stdout, 'drain');
      }
      cursor = page.next;
    } while (cursor !== null);
  });
}

/** A reader that has seen enough, such as `head`, closes the pipe: that is no failure. */
function endWithReader(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}
