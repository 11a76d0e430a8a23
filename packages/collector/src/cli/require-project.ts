import type { ControlStore } from '@cvq/storage';
import { CommandFailed } from './command-failed.ts';

/**
 * Refuse the option `--project` where it names none: an empty answer would look like a project without events.
 * @throws CommandFailed
 */
export async function requireProject(control: ControlStore, id: string): Promise<void> {
  if ((await control.findProject(id)) !== null) return;
  throw new CommandFailed(`--project: there is no project ${id}. cvq project list shows them.`);
}
