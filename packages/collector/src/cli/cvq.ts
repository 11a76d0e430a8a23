import { SchemaOutOfDate, SchemaTooNew, StoreBroken, StoreUnusable } from '@cvq/storage';
import { Command } from 'commander';
import { BadSetting } from '../config.ts';
import { BrokenGeoFile } from '../geo/open-geo-file.ts';
import { KeyRefused } from '../keys/key-refused.ts';
import { UnknownAccount } from '../keys/owner-account.ts';
import { WriterNotStarted } from '../track/intake.ts';
import { BadEndpoint } from '../webhooks/bad-endpoint.ts';
import { accountCommand } from './account.ts';
import { agencyCommand } from './agency.ts';
import { botsCommand } from './bots.ts';
import { checkCommand } from './check.ts';
import { CommandFailed } from './command-failed.ts';
import { demoCommand } from './demo.ts';
import { eventsCommand } from './events.ts';
import { keyCommand } from './key.ts';
import { memberCommand } from './member.ts';
import { migrateCommand } from './migrate.ts';
import { projectCommand } from './project.ts';
import { serveCommand } from './serve.ts';
import { userCommand } from './user.ts';
import { webhookCommand } from './webhook.ts';

const program = new Command('cvq')
  .description('Conversion tracking that you own.')
  .addCommand(serveCommand())
  .addCommand(projectCommand())
  .addCommand(keyCommand())
  .addCommand(accountCommand())
  .addCommand(userCommand())
  .addCommand(memberCommand())
  .addCommand(agencyCommand())
  .addCommand(webhookCommand())
  .addCommand(eventsCommand())
  .addCommand(botsCommand())
  .addCommand(migrateCommand())
  .addCommand(checkCommand())
  .addCommand(demoCommand());

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
