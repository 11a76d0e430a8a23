import { Readable, Writable } from 'node:stream';
import { runCommand } from '../dist/cli/run-command.js';

/** What a command printed, and how it ended. */
export type Printed = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Run a command of `cvq` in this process, with these settings alone and `input`, in pieces, on its standard input. */
export async function runInProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: readonly string[] = [],
): Promise<Printed> {
  const [stdout, stderr] = [collected(), collected()];
  const at = { env, stdin: Readable.from(input), now: Date.now, exitCode: 0 };
  const code = await runCommand(args, { ...at, stdout: stdout.stream, stderr: stderr.stream });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collected() {
  const pieces: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(piece, _encoding, done) {
      pieces.push(String(piece));
      done();
    },
  });
  return { stream, text: () => pieces.join('') };
}
