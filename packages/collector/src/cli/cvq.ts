import { SchemaOutOfDate, SchemaTooNew, StoreBroken, StoreUnusable } from '@cvq/storage';
import { Command } from 'commander';
import { BadSetting } from '../config.ts';
import { BrokenGeoFile } from '../geo/open-geo-file.ts';
import { KeyRefused } from '../keys/key-refused.ts';
import { UnknownAccount } from '../keys/owner-account.ts';
import { WriterNotStarted } from '../track/intake.ts';
import { BadEndpoint } from '../webhooks/bad-endpoint.ts';
import { CommandFailed } from './command-failed.ts';
import { COMMANDS } from './commands.ts';

const program = new Command('cvq').description('Conversion tracking that you own.');
for (const [name, { description, load }] of Object.entries(COMMANDS)) {
  const command = process.argv.includes(name, 2) ? await load() : new Command(name);
  program.addCommand(command.description(description));
}

try {
  await program.parseAsync();
} catch (error) {
  if (!isExpected(error)) throw error;
  process.stderr.write(`cvq: ${error.message}\n`);
  process.exitCode = 1;
}

/** Errors whose message is all that a person at a terminal needs. The system's own name the file or the address. */
function isExpected(error: unknown): error is Error {
  if (error instanceof Error && 'syscall' in error) return true;
  const expected = [
    BadEndpoint,
    BadSetting,
    BrokenGeoFile,
    CommandFailed,
    KeyRefused,
    SchemaOutOfDate,
    SchemaTooNew,
    StoreBroken,
    StoreUnusable,
    UnknownAccount,
    WriterNotStarted,
  ];
  return expected.some((kind) => error instanceof kind);
}
