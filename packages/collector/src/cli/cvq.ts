import { explainFailure } from './explain-failure.ts';
import { runCommand } from './run-command.ts';

// All that a command makes is for its owner alone: stores hold hashes of passwords and addresses of people.
process.umask(0o077);

// What fails outside of a command's own promise must not print a stack either.
process.once('uncaughtException', (error) => {
  process.stderr.write(`cvq: ${explainFailure(error, process.env)}\n`);
  process.exit(1);
});

// A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  // Only a command that asks for a password opens it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  exitCode: 0,
});
