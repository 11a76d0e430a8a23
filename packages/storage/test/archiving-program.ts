import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@cvq/contract/constants';
import { DayCompactor } from '../dist/sqlite/compaction/day-compactor.js';
import { RowArchiving } from '../dist/sqlite/compaction/row-archiving.js';
import { openSqliteIngestLedger } from '../dist/sqlite/ingest-ledger.js';
import { openForCompacting } from '../dist/sqlite/open-database.js';
import { EVER } from './contract/stores.ts';
import type { StoredCall } from './killed-traffic.ts';

/**
 * A process that is killed: `write` stores what a file tells, from a call on, and prints a line after each that is
 * committed; `archive` compacts and archives all projects again and again.
 */
const [role, folder = '', ...given] = process.argv.slice(2);
const STDOUT = 1;

if (role === 'write') await write(...(given as [string, string]));
else archive(given);

async function write(file: string, from: string): Promise<void> {
  const calls = JSON.parse(readFileSync(file, 'utf8')) as StoredCall[];
  const ledger = openSqliteIngestLedger({ folder, migrate: true });
  for (const call of calls.slice(Number(from))) {
    if ('events' in call) await ledger.append(call.events);
    else await ledger.removeConversion(call.project, call.removed, { now: call.now });
    writeSync(STDOUT, '.');
  }
  await ledger.close();
}

function archive(projects: readonly string[]): void {
  const db = openForCompacting(join(folder, 'events.db'));
  const clock = () => EVER.to;
  const compactor = new DayCompactor(db, { rest: { afterMs: 0, againMs: 0 }, clock });
  // The collector waits an hour; a kill is to meet rows that are moved, and moved again.
  const rows = new RowArchiving(db, { rest: { afterMs: -DAY_MS, againMs: 0, passMs: DAY_MS }, clock });
  for (;;)
    for (const project of projects) {
      compactor.compact(project);
      if (rows.archive(project).rows > 0) writeSync(STDOUT, '.');
    }
}
