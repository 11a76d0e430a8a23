import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailed } from './command-failed.ts';
import { terminal } from './terminal.ts';

/**
 * A new password: from CVQ_PASSWORD, else asked for where somebody sits at a terminal. Null when there is
 * neither: such a user cannot sign in yet.
 */
export async function readPassword(): Promise<string | null> {
  return terminal().env.CVQ_PASSWORD || (terminal().stdin.isTTY ? ask() : null);
}

/** The question goes to stderr, since stdout belongs to what a command prints; what is typed is not shown. */
async function ask(): Promise<string> {
  const { stdin, stderr } = terminal();
  stderr.write('Password: ');
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: stdin, output: silence, terminal: true });
  try {
    return await prompt.question('').catch(() => {
      throw new CommandFailed('No password was given. Nothing was changed.');
    });
  } finally {
    prompt.close();
    stderr.write('\n');
  }
}
