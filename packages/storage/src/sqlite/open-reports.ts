import { REPORT_LIMITS } from '../report-limits.ts';
import type { Asker, BucketedPeriod, Period, ReportQuestions, Reports, ReportsOptions } from '../reports.ts';
import type { StoreLocation } from '../store-location.ts';
import type { StoreNews } from '../store-news.ts';
import { BrokenDays } from './broken-days.ts';
import { Compaction } from './compaction/compaction.ts';
import { type Compacted, openCompactionThread } from './compaction/open-compaction-thread.ts';
import { askBriefly } from './readers/ask-briefly.ts';
import { FirstEventAlong } from './readers/first-event-along.ts';
import { openReader } from './readers/reader.ts';
import { ReaderPool } from './readers/reader-pool.ts';
import type { Report, ReportName } from './report-table.ts';
import { eventsFile, prepareEvents } from './store-files/events-file.ts';
import { processTimers as timers } from './timers.ts';

/** Reports over one SQLite file, in threads of their own, so that a long one delays nobody who writes or listens. */
export function openSqliteReports(location: StoreLocation, options: ReportsOptions): Reports {
  const file = eventsFile(location);
  const {
    hear = () => {},
    keptFrom,
    readers = REPORT_LIMITS.readers.default,
    deadlineSeconds = REPORT_LIMITS.deadlineSeconds.default,
    memoryBytes = REPORT_LIMITS.memoryBytes.default,
    archiveHours = REPORT_LIMITS.archiveHours.default,
  } = options;
  prepareEvents(location, hear);
  const thread = openCompactionThread(file, archiveHours);
  const compaction = new Compaction(thread, {
    timers,
    keptFrom,
    projects: () => askOwn('projects') as Promise<readonly string[]>,
    isAllCompacted: (project) =>
      askOwn('isAllCompacted', project, { archiveHours, now: Date.now() }) as Promise<boolean>,
    noteCompacted: (done) => tellOfCompaction(done, file, hear),
    warn: (error) => hear({ kind: 'compaction_failed', file, error }),
  });
  const pool = new ReaderPool({
    readers: sharesOf(memoryBytes, readers).map((share) => openReader(file, { memoryBytes: share })),
    deadlineSeconds,
    timers,
    noteDied: (error) => hear({ kind: 'reader_died', file, error }),
    // Before it is answered: a question that meets much that is not compacted may never end, and the next one should fare better.
    noteBegun({ asked: [question] }) {
      if (isAboutMeasures(question)) compaction.request([question.project]);
    },
  });
  const askOwn = (name: ReportName, ...asked: readonly unknown[]) =>
    askBriefly({ pool, timers }, name, ...asked);
  const brokenDays = new BrokenDays((day, error, what) => {
    hear({ kind: 'day_broken', file, error });
    return thread.withdraw(day, what);
  });
  const ask: Ask = (question, asker) => brokenDays.without(() => pool.ask(question, asker));
  return {
    ...questionsTo(ask),
    capabilities: { freshness: 'at_once', lateEvents: 'exact' },
    askedBy: (asker) => questionsTo(ask, asker),
    figures: () => pool.figures(),
    warmUp: () => pool.warmUp(),
    async close() {
      await Promise.all([pool.close(), compaction.close()]);
    },
  };
}

function tellOfCompaction(done: Compacted, file: string, hear: (news: StoreNews) => void): void {
  const { days, rows, daysLeft, broken, expired } = done;
  if (expired > 0) hear({ kind: 'expired', file, events: expired });
  if (days > 0 || rows > 0) hear({ kind: 'compacted', file, days, rows });
  for (const message of broken) hear({ kind: 'block_broken', file, error: new Error(message) });
  if (daysLeft > 0) hear({ kind: 'archiving', file, rows, daysLeft });
}

/** The part of the memory of a reader that is asked short questions alone, which read few days. */
const FOR_SHORT_QUESTIONS = 1 / 8;

/** What each reader may keep, in whole kilobytes, which caches can divide further. */
function sharesOf(bytes: number, readers: number): number[] {
  const last = readers === 1 ? bytes : bytes * FOR_SHORT_QUESTIONS;
  const others = (bytes - last) / (readers - 1);
  return Array.from({ length: readers }, (_, reader) => {
    const share = reader === readers - 1 ? last : others;
    return 1024 * Math.floor(share / 1024);
  });
}

/** What is asked about measures reads columns; nothing else gains by compacting. */
function isAboutMeasures(question: unknown): question is { readonly project: string } {
  return typeof question === 'object' && question !== null && 'bots' in question;
}

type Ask = (...asked: Parameters<ReaderPool['ask']>) => Promise<unknown>;

function questionsTo(askPool: Ask, asker: Partial<Asker> = {}): ReportQuestions {
  const { account = '' } = asker;
  const firstEvent = new FirstEventAlong(
    ({ project, by }) =>
      askPool({ name: 'firstEvent', asked: [project, by], account }, asker) as Promise<number | null>,
  );
  function ask<Name extends ReportName>(
    name: Name,
    ...asked: Report<Name>['asked']
  ): Promise<Report<Name>['answer']> {
    return firstEvent.answerTo((along) => askPool({ name, asked, account, along }, asker)) as Promise<
      Report<Name>['answer']
    >;
  }
  return {
    totals: (question, period) => ask('totals', question, bare(period)),
    series: (question, edges) => ask('series', question, edges),
    breakdown: (question, period, dimension, told) =>
      ask('breakdown', question, bare(period), dimension, told),
    campaigns: (question, period) => ask('campaigns', question, bare(period)),
    overview: (question, { now, before, ...asked }) =>
      ask('overview', question, { ...asked, now: bareBuckets(now), before: before && bareBuckets(before) }),
    funnel: (question, period, funnel) => ask('funnel', question, bare(period), funnel),
    funnelValues: (question, period, asked) => ask('funnelValues', question, bare(period), asked),
    conversions: (question, period, slice) => ask('conversions', question, bare(period), slice),
    events: (question, period, slice) => ask('events', question, bare(period), slice),
    properties: (question, period, limits) => ask('properties', question, bare(period), limits),
    conversion: (project, id) => ask('conversion', project, id),
    journey: (project, id) => ask('journey', project, id),
    adDeliveries: (project, conversions) => ask('adDeliveries', project, conversions),
    adDeliveryCounts: (question, period) => ask('adDeliveryCounts', question, bare(period)),
    conversionDeliveries: (project, conversion, now) =>
      ask('conversionDeliveries', { project, conversion, now }),
    bots: (question, period, only = {}) => ask('bots', question, bare(period), only),
    botTraffic: (question, asked) => ask('botTraffic', question, asked),
    userAgents: (asked) => ask('userAgents', asked),
    activity: (project, since, now) => ask('activity', project, { since, now }),
    firstEvent: (project, by) => firstEvent.ask({ project, by }),
  };
}

/** A period alone: who asks may know more of it, in objects that cannot be handed to a thread, such as Temporal's. */
function bare({ from, to }: Period): Period {
  return { from, to };
}

function bareBuckets({ period, edges }: BucketedPeriod): BucketedPeriod {
  return { period: bare(period), edges };
}
