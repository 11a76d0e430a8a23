import { join } from 'node:path';
import { DAY_MS } from '@cvq/contract/constants';
import { openEventLog, type Question, type ReportQuestions } from '@cvq/storage';
import { DayCompactor, type Rest } from '../src/sqlite/compaction/day-compactor.ts';
import { type ArchivingRest, RowArchiving } from '../src/sqlite/compaction/row-archiving.ts';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import { openForCompacting, openForReading } from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import { EVER } from './contract/stores.ts';
import { closingAll, type EventStores } from './event-stores.ts';

/** No day is given time to rest: whatever can be stored as columns is. */
const NONE: Rest = { afterMs: 0, againMs: 0 };

/** No row waits for its day to end. */
const EVEN_TODAYS: ArchivingRest = { afterMs: -DAY_MS, againMs: 0, passMs: Number.POSITIVE_INFINITY };

/** Nothing is ahead of it. */
const clock = () => EVER.to;

/**
 * How many days have been stored at one time and in all, and how many rows archived in all, so that a test can tell that it
 * met any.
 */
export const compacted = { most: 0, days: 0, rows: 0 };

/** So many questions in a row are about one state of what is stored: to store days anew takes longer than to answer. */
const QUESTIONS_OF_A_STATE = 4;

/**
 * Event stores without a thread, that compact and archive all they can before the first question after a change and before
 * every fourth about a project: what tests ask of them comes from columns that were stored, some of them while the rows changed.
 */
export function openCompactingStores(folder: string): EventStores {
  const location = { folder, migrate: true };
  const ledger = openSqliteIngestLedger(location, 'unsynced');
  const file = join(folder, 'events.db');
  const reading = openForReading(file);
  const compacting = openForCompacting(file);
  compacting.pragma('synchronous = OFF');
  const engine = new ReportEngine(reading);
  const compactor = new DayCompactor(compacting, { rest: NONE, clock });
  const rows = new RowArchiving(compacting, { rest: EVEN_TODAYS, clock });

  let states = 0;
  let asks = 0;
  let lastProject = '';
  let lastVersion: unknown;
  const version = () => reading.pragma('data_version', { simple: true });
  const withdraw = compacting.prepare(`
    DELETE FROM days
    WHERE project = (SELECT id FROM projects WHERE key = ?) AND events IS NOT NULL AND (id * 7 + ?) % 5 < ?`);
  const days = reading.prepare('SELECT count(*) FROM days WHERE events IS NOT NULL').pluck();
  async function ask(
    ...[name, ...asked]: [Parameters<typeof engine.answer>[0], ...unknown[]]
  ): Promise<never> {
    const [question] = asked;
    if (typeof question === 'object' && question !== null && 'bots' in question) {
      const { project } = question as Question;
      asks = project === lastProject ? asks + 1 : 0;
      lastProject = project;
      if (asks % QUESTIONS_OF_A_STATE === 0 || version() !== lastVersion) {
        compacted.days += compactor.compact(project).days;
        compacted.most = Math.max(compacted.most, days.get() as number);
        compacted.rows += rows.archive(project).rows;
        // What is asked about is in part on days that are not stored, or not yet.
        states += 1;
        withdraw.run(project, states, states % 4);
        lastVersion = version();
      }
    }
    return engine.answer(name, asked) as never;
  }

  const questions: ReportQuestions = {
    totals: (...asked) => ask('totals', ...asked),
    series: (...asked) => ask('series', ...asked),
    breakdown: (...asked) => ask('breakdown', ...asked),
    campaigns: (...asked) => ask('campaigns', ...asked),
    overview: (...asked) => ask('overview', ...asked),
    funnel: (...asked) => ask('funnel', ...asked),
    funnelValues: (...asked) => ask('funnelValues', ...asked),
    conversions: (...asked) => ask('conversions', ...asked),
    events: (...asked) => ask('events', ...asked),
    properties: (...asked) => ask('properties', ...asked),
    conversion: (...asked) => ask('conversion', ...asked),
    journey: (...asked) => ask('journey', ...asked),
    adDeliveries: (...asked) => ask('adDeliveries', ...asked),
    adDeliveryCounts: (...asked) => ask('adDeliveryCounts', ...asked),
    conversionDeliveries: (project, id, now) => ask('conversionDeliveries', { project, id, now }),
    bots: (question, period, only = {}) => ask('bots', question, period, only),
    botTraffic: (...asked) => ask('botTraffic', ...asked),
    userAgents: (...asked) => ask('userAgents', ...asked),
    activity: (...asked) => ask('activity', ...asked),
    firstEvent: (...asked) => ask('firstEvent', ...asked),
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
      warmUp() {},
      async close() {
        for (const connection of [reading, compacting]) connection.close();
      },
    },
  });
}
