import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailed } from './command-failed.ts';
import { terminal } from './terminal.ts';

const LEAST_LENGTH = 10;

/**
 * A new password: from CVQ_PASSWORD, else asked for where somebody sits at a terminal. Null when there is
 * neither: such a user cannot sign in yet.
 * @throws CommandFailed when it is too short
 */
export async function readPassword(): Promise<string | null> {
  const password = terminal().env.CVQ_PASSWORD || (terminal().stdin.isTTY ? await ask() : null);
  if (password !== null && password.length < LEAST_LENGTH) {
    throw new CommandFailed(`The password must have at least ${LEAST_LENGTH} characters.`);
  }
  return password;
}

/** The question goes to stderr, since stdout belongs to what a command prints; what is typed is not shown. */
async function ask(): Promise<string> {
  const { stdin, stderr } = terminal();
  stderr.write('Password: ');
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: stdin, output: silence, terminal: true });
  try {
    return await prompt.question('').catch(() => {
      throw new CommandFailed('No password was given: nothing was done.');
    });
  } finally {
    prompt.close();
    stderr.write('\n');
  }
}
