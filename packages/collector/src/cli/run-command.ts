import { Command, CommanderError } from 'commander';
import { VERSION } from '../version.ts';
import { COMMANDS } from './commands.ts';
import { explainFailure } from './explain-failure.ts';
import { explainParserError } from './explain-parser-error.ts';
import { refuseRepeatedOptions } from './refuse-repeated-options.ts';
import { atTerminal, type Terminal } from './terminal.ts';

/** Runs `cvq` with the arguments that follow its name, and resolves to its exit code. It never throws. */
export function runCommand(args: readonly string[], at: Terminal): Promise<number> {
  return atTerminal(at, async () => {
    let running: Command | null = null;
    try {
      const program = await programOf(args);
      speakAt(at, program);
      refuseRepeatedOptions(program);
      program.hook('preAction', (_program, command) => {
        running = command;
      });
      await program.parseAsync([...args], { from: 'user' });
      return at.exitCode;
    } catch (error) {
      // The parser has already said what is wrong, or has shown the help that was asked for.
      if (error instanceof CommanderError) return error.exitCode;
      at.stderr.write(`cvq: ${explainFailure(error, at.env, running)}\n`);
      return 1;
    }
  });
}

async function programOf(args: readonly string[]): Promise<Command> {
  const program = new Command('cvq').description('Conversion tracking that you own.').version(VERSION);
  for (const [name, { description, load }] of Object.entries(COMMANDS)) {
    const command = args.includes(name) ? await load() : new Command(name);
    program.addCommand(command.description(description));
  }
  return program;
}

/** A value that is refused is repeated in the message, and may hold line breaks. */
function speakAt(at: Terminal, command: Command): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => void at.stdout.write(text),
    writeErr: (text) => void at.stderr.write(text),
    outputError: (text, write) => write(`cvq: ${explainParserError(text, command)}\n`),
  });
  for (const inner of command.commands) speakAt(at, inner);
}
