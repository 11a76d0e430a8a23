import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { systemReason } from '../files/system-reason.ts';
import { CommandFailed } from './command-failed.ts';
import { terminal } from './terminal.ts';

/**
 * The file that an argument names, to be read from its beginning; `-` is standard input. A pipe or a device is read too.
 * @throws CommandFailed
 */
export function openGivenInput(file: string): Readable {
  const { stdin } = terminal();
  if (file === '-') {
    if (stdin.isTTY) throw new CommandFailed('Nothing on stdin. Name a file, or send one: … < file.csv');
    return Readable.from(stdin);
  }
  try {
    if (statSync(file).isDirectory())
      throw new CommandFailed(`${file} is a directory, and a file is needed.`);
  } catch (error) {
    const reason = systemReason(error);
    throw reason === null ? error : new CommandFailed(`${file} ${reason}.`);
  }
  return createReadStream(file).on('error', () => {});
}
