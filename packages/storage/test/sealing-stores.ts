import { join } from 'node:path';
import { openEventLog, type Question, type ReportQuestions } from '@cvq/storage';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import { openForReading, openForSealing } from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import { ProjectCompactor } from '../src/sqlite/segments/project-compactor.ts';
import type { SegmentSizes } from '../src/sqlite/segments/segment-range.ts';
import { closingAll, type EventStores } from './event-stores.ts';

/** Segments of a few events, none of which is given time to rest: whatever can be sealed is. */
const SMALL: SegmentSizes = { events: 3, sessionIds: 16, hotWindowMs: 0 };

/** How many segments have been sealed at one time, so that a test can tell that it met any. */
export const sealed = { most: 0 };

/**
 * Event stores without a thread, that seals all it can before every answer: what tests ask of it comes from
 * columns that were stored, some of them while the rows changed.
 */
export function openSealingStores(folder: string): EventStores {
  const location = { folder, migrate: true };
  const ledger = openSqliteIngestLedger(location, 'unsynced');
  const file = join(folder, 'events.db');
  const reading = openForReading(file);
  const sealing = openForSealing(file);
  const engine = new ReportEngine(reading, { sizes: SMALL });
  const compactor = new ProjectCompactor({ reading, compacting: () => sealing }, { sizes: SMALL });

  const stretches = reading.prepare('SELECT count(*) FROM sealed WHERE columns IS NOT NULL').pluck();
  async function ask(
    ...[name, ...asked]: [Parameters<typeof engine.answer>[0], ...unknown[]]
  ): Promise<never> {
    const [question] = asked;
    if (typeof question === 'object' && question !== null && 'bots' in question) {
      compactor.compact((question as Question).project);
    }
    const answer = engine.answer(name, asked) as never;
    sealed.most = Math.max(sealed.most, stretches.get() as number);
    return answer;
  }

  const questions: ReportQuestions = {
    totals: (...asked) => ask('totals', ...asked),
    series: (...asked) => ask('series', ...asked),
    breakdown: (...asked) => ask('breakdown', ...asked),
    funnel: (...asked) => ask('funnel', ...asked),
    conversions: (...asked) => ask('conversions', ...asked),
    conversion: (...asked) => ask('conversion', ...asked),
    bots: (...asked) => ask('bots', ...asked),
    userAgents: (project, since, limit) => ask('userAgents', { project, since, limit }),
    activity: (...asked) => ask('activity', ...asked),
  };
  return closingAll({
    ledger,
    log: openEventLog(location),
    reports: {
      ...questions,
      capabilities: { freshness: 'at_once', lateEvents: 'exact' },
      askedBy: () => questions,
      figures: () => {
        throw new Error('Nothing is counted without a thread');
      },
      async close() {
        for (const connection of [reading, sealing]) connection.close();
      },
    },
  });
}
