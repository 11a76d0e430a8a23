import { explainFailure } from './explain-failure.ts';
import { explainUnprinted } from './explain-unprinted.ts';
import { runCommand } from './run-command.ts';
import { isOutputDropped, refuseFolderOnInput } from './standard-files.ts';
import type { Terminal } from './terminal.ts';

// All that a command makes is for its owner alone: stores hold hashes of passwords and addresses of people.
process.umask(0o077);

// What fails outside of a command's own promise must not print a stack either.
process.once('uncaughtException', (error) => {
  process.stderr.write(`cvq: ${explainFailure(error, process.env)}\n`);
  process.exit(1);
});

const at: Terminal = {
  env: process.env,
  // Only a command that asks for a password opens it.
  get stdin() {
    refuseFolderOnInput();
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  exitCode: 0,
  dropsOutput: isOutputDropped(),
};

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  const told = explainUnprinted(error, at.printing);
  if (told !== null) process.stderr.write(`cvq: ${told}\n`);
  process.exit(told === null ? 0 : 1);
});

process.exitCode = await runCommand(process.argv.slice(2), at);
