import {
  isBlockBroken,
  SchemaOutOfDate,
  SchemaTooNew,
  SpendImportEnded,
  StoreBroken,
  StoreInUse,
  StoreLost,
  StoreOlder,
  StoreUnusable,
} from '@cvq/storage';
import type { Command } from 'commander';
import { Refused } from '../accounts/refused.ts';
import { BadSetting } from '../config.ts';
import { systemReason } from '../files/system-reason.ts';
import { BrokenGeoFile } from '../geo/open-geo-file.ts';
import { WriterNotStarted } from '../track/writer.ts';
import { CommandFailed } from './command-failed.ts';
import { printableBrief } from './printable.ts';
import { explainRefusal } from './refusal.ts';
import type { Terminal } from './terminal.ts';

/** Errors whose message is all that a person at a terminal needs. */
const PLAIN = [
  BadSetting,
  BrokenGeoFile,
  CommandFailed,
  SchemaOutOfDate,
  SchemaTooNew,
  SpendImportEnded,
  StoreBroken,
  StoreInUse,
  StoreLost,
  StoreOlder,
  WriterNotStarted,
];

/** True for archived rows that cannot be read. The message names them, and what to do. */
export const isBrokenArchive = isBlockBroken;

/** True for a page of a store that cannot be read, as the driver tells it. */
function isBrokenPage(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
}

/**
 * The message for a person at a terminal about any failure: one line, without a stack. Only for a fault of cvq itself,
 * with CVQ_LOG_LEVEL=debug, the stack is added. A refusal is put in the words of the command that met it.
 */
export function explainFailure(error: unknown, env: Terminal['env'], command: Command | null = null): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  if (error instanceof Refused) return oneLine(explainRefusal(error, command, env));
  if (error instanceof AggregateError && error.errors.every((each) => each instanceof Refused)) {
    return error.errors.map((each) => oneLine(explainRefusal(each, command, env))).join(' ');
  }
  if (error instanceof StoreUnusable) return oneLine(`${error.message} CVQ_DATA names the folder.`);
  const ofFile = explainFile(error);
  if (ofFile !== null) return oneLine(ofFile);
  // The system's own words name the file or the address.
  if (isPlain(error) || 'syscall' in error) return oneLine(error.message);
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('SQLITE_')) return oneLine(explainStore(error, code));
  const stack = /^(debug|trace)$/.test(env.CVQ_LOG_LEVEL ?? '') ? stackOf(error) : '';
  return `${oneLine(`This is a fault of cvq, please report it: ${error.name}: ${error.message}`)}${stack}`;
}

function isPlain(error: Error): boolean {
  return PLAIN.some((kind) => error instanceof kind) || isBrokenArchive(error);
}

/** Of a file that was to be moved, where it was to go is what stands in the way. */
function explainFile(error: Error): string | null {
  const reason = systemReason(error);
  const file = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined;
  if (reason === null || file === undefined) return null;
  return `${file} ${reason}. CVQ_DATA names the folder with the files of cvq.`;
}

function explainStore(error: Error, code: string): string {
  const { message } = error;
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return 'Another process has been writing to the stores for too long. Try again in a moment.';
  }
  if (isBrokenPage(error)) {
    return `A store is broken: ${message}. See which with cvq check, and restore it from a backup.`;
  }
  if (/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|PERM)/.test(code)) {
    return `A store cannot be written: ${message}. Check the folder that CVQ_DATA names, its owner and the room on its disk.`;
  }
  return `A store failed: ${message} (${code}).`;
}

function stackOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .map((line) => `\n${printableBrief(line)}`)
    .join('');
}

function oneLine(text: string): string {
  return printableBrief(text.replace(/\s+/g, ' ').trim());
}
