import { Readable, Writable } from 'node:stream';
import { runCommand } from '../packages/collector/dist/cli/run-command.js';

/** What a command of `cvq` prints. It runs in this process: tests ask for what is stored again and again. */
export async function runCvq(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const [stdout, stderr] = [collected(), collected()];
  const at = { env, stdin: Readable.from([]), now: Date.now, exitCode: 0 };
  const code = await runCommand(args, { ...at, stdout: stdout.stream, stderr: stderr.stream });
  if (code !== 0) throw new Error(`cvq ${args.join(' ')} ended with ${code}: ${stderr.text()}`);
  return stdout.text();
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
