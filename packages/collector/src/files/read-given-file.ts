import { readFileSync, type Stats, statSync } from 'node:fs';
import { systemReason } from './system-reason.ts';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * A file that an operator names, whole. Anything but a regular file is refused before it is opened: a pipe would be
 * waited for, and a device may have no end.
 * @throws UnreadableFile
 */
export function readGivenFile(path: string, { atMost }: { readonly atMost: number }): Buffer {
  const about = orTell(() => statSync(path));
  if (!about.isFile()) throw new UnreadableFile(kindOf(about));
  if (about.size > atMost)
    throw new UnreadableFile(`is too large: it has ${about.size} bytes, and at most ${atMost} are read`);
  return orTell(() => readFileSync(path));
}

function kindOf(about: Stats): string {
  return about.isDirectory()
    ? 'is a directory, and a file is needed'
    : 'is a device, a pipe or a socket, and a regular file is needed';
}

function orTell<Result>(ask: () => Result): Result {
  try {
    return ask();
  } catch (error) {
    throw new UnreadableFile(systemReason(error) ?? String(error));
  }
}
