import { join } from 'node:path';
import { DAY_MS } from '@cvq/contract/constants';
import type { EventLog, IngestLedger, ReportQuestions, Reports } from '@cvq/storage';
import { type ArchivingRest, RowArchiving } from '../src/sqlite/compaction/row-archiving.ts';
import { openForCompacting } from '../src/sqlite/open-database.ts';
import { EVER } from './contract/stores.ts';
import { closingAll, type EventStores, openSqliteEventStores } from './event-stores.ts';

/** No row waits for its day to end. */
const EVEN_TODAYS: ArchivingRest = { afterMs: -DAY_MS, againMs: 0, passMs: Number.POSITIVE_INFINITY };

/** Before each call would be three times as slow, and find nothing more. */
const ARCHIVED_EACH = 3;

/** How many rows have been archived in all, so that a test can tell that it met any. */
export const archivedRows = { count: 0 };

type Named = { readonly project: string };

/** Event stores in which all rows of a project are archived again and again before something is stored, changed or asked of it. */
export function openArchivingStores(folder: string): EventStores {
  const { ledger, log, reports, close } = openSqliteEventStores(folder);
  const db = openForCompacting(join(folder, 'events.db'));
  db.pragma('synchronous = OFF');
  const rows = new RowArchiving(db, { rest: EVEN_TODAYS, clock: () => EVER.to });
  let isOpen = true;
  let calls = 0;
  const archive = (projects: Iterable<string>): void => {
    calls += 1;
    if (!isOpen || calls % ARCHIVED_EACH !== 0) return;
    for (const project of new Set(projects)) archivedRows.count += rows.archive(project).rows;
  };
  const archived = closingAll({
    ledger: archivingLedger(ledger, archive),
    log: archivingLog(log, archive),
    reports: archivingReports(reports, archive),
  });
  return {
    ...archived,
    async close() {
      isOpen = false;
      db.close();
      await close();
    },
  };
}

type Archive = (projects: Iterable<string>) => void;

function archivingLedger(ledger: IngestLedger, archive: Archive): IngestLedger {
  return {
    ...ledger,
    append(events, ...rest) {
      archive(events.map(({ project }) => project));
      return ledger.append(events, ...rest);
    },
    import(events) {
      // To archive is to commit, and an import tells whether others have committed since the one before.
      if (events.length > 1) archive(events.map(({ event }) => event.project));
      return ledger.import(events);
    },
    removeConversion(project, ...rest) {
      archive([project]);
      return ledger.removeConversion(project, ...rest);
    },
    stored(project, ids) {
      archive([project]);
      return ledger.stored(project, ids);
    },
  };
}

function archivingLog(log: EventLog, archive: Archive): EventLog {
  return {
    ...log,
    events(project, ...rest) {
      archive([project]);
      return log.events(project, ...rest);
    },
  };
}

function archivingReports(reports: Reports, archive: Archive): Reports {
  const questions = archivingQuestions(reports, archive);
  return {
    ...questions,
    capabilities: reports.capabilities,
    askedBy: (asker) => archivingQuestions(reports.askedBy(asker), archive),
    figures: () => reports.figures(),
    warmUp: () => reports.warmUp(),
    close: () => reports.close(),
  };
}

/** Whatever is asked is asked of a project first. */
function archivingQuestions(questions: ReportQuestions, archive: Archive): ReportQuestions {
  return new Proxy(questions, {
    get(target, name) {
      const ask = target[name as keyof ReportQuestions] as (...asked: unknown[]) => unknown;
      return (...asked: [string | Named, ...unknown[]]) => {
        archive([typeof asked[0] === 'string' ? asked[0] : asked[0].project]);
        return ask(...asked);
      };
    },
  });
}
