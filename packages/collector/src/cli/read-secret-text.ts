import { readGivenFile } from '../files/read-given-file.ts';
import { UnreadableFile } from '../files/unreadable-file.ts';
import { CommandFailed } from './command-failed.ts';
import { terminal } from './terminal.ts';

const MAX_BYTES = 65_536;

/** What an option names that takes no secret by itself: a file, or `-` for standard input. */
export async function readSecretText(option: string, path: string): Promise<string> {
  if (path === '-') return readAll(option);
  try {
    return readGivenFile(path, { atMost: MAX_BYTES }).toString('utf8');
  } catch (error) {
    if (error instanceof UnreadableFile) throw new CommandFailed(`${option}: ${path} ${error.message}.`);
    throw error;
  }
}

async function readAll(option: string): Promise<string> {
  const { stdin } = terminal();
  if (stdin.isTTY)
    throw new CommandFailed(`${option}: Nothing on standard input. Name a file, or use < file.`);
  let text = '';
  for await (const piece of stdin) {
    text += String(piece);
    if (text.length > MAX_BYTES)
      throw new CommandFailed(
        `${option}: More than ${MAX_BYTES} bytes on standard input. Give the credentials alone.`,
      );
  }
  return text;
}
