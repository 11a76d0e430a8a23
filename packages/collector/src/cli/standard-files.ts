import { fstatSync, statSync } from 'node:fs';
import { CommandFailed } from './command-failed.ts';

/**
 * Whether what is written to standard output is dropped: it is `/dev/null`, which Node.js also puts in the place of one
 * that was closed before it started.
 */
export function isOutputDropped(): boolean {
  try {
    const [output, nowhere] = [fstatSync(1), statSync('/dev/null')];
    return output.isCharacterDevice() && output.rdev === nowhere.rdev;
  } catch {
    return false;
  }
}

/**
 * Refuses a standard input that is a folder, as `< exports` gives: Node.js reads it as an empty file.
 * @throws CommandFailed
 */
export function refuseFolderOnInput(): void {
  if (fstatSync(0).isDirectory())
    throw new CommandFailed('Standard input is a directory, and a file is needed.');
}
