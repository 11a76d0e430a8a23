import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { COMMANDS } from './commands.ts';
import { explainFailure } from './explain-failure.ts';
import { refuseRepeatedOptions } from './refuse-repeated-options.ts';

const program = new Command('cvq').description('Conversion tracking that you own.').version(VERSION);
for (const [name, { description, load }] of Object.entries(COMMANDS)) {
  const command = process.argv.includes(name, 2) ? await load() : new Command(name);
  program.addCommand(command.description(description));
}

speakInOneLine(program);
refuseRepeatedOptions(program);

// What fails outside of a command's own promise must not print a stack either.
process.once('uncaughtException', (error) => {
  tell(error);
  process.exit(1);
});

// A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  tell(error);
  process.exitCode = 1;
}

function tell(error: unknown): void {
  process.stderr.write(`cvq: ${explainFailure(error)}\n`);
}

/** A value that is refused is repeated in the message, and may hold line breaks. */
function speakInOneLine(command: Command): void {
  command.configureOutput({ outputError: (text, write) => write(`${text.trim().replace(/\s+/g, ' ')}\n`) });
  for (const inner of command.commands) speakInOneLine(inner);
}
