import { unpackError } from '../packed-error.ts';
import type { Period, ReportQuestions, Reports } from '../reports.ts';
import type { StoreLocation } from '../store-location.ts';
import type { StoreNews } from '../store-news.ts';
import { eventsFile, prepareEvents } from './events-file.ts';
import type { Report, ReportName } from './report-table.ts';
import { ThreadClient } from './thread-client.ts';

type ReportsThread = ThreadClient<{ [Name in ReportName]: Report<Name> }>;

/** Reports over one SQLite file, in a thread of their own, so that a long one delays nobody who writes or listens. */
export function openSqliteReports(location: StoreLocation, hear: (news: StoreNews) => void): Reports {
  prepareEvents(location);
  const file = eventsFile(location);
  const thread: ReportsThread = new ThreadClient(new URL('./reports-thread.js', import.meta.url), {
    workerData: { file },
    // Reports live in long columns; what is young in them is short-lived, and a large room for it only stays dirty.
    limits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 },
    // The one that is answered, and the next. The others can still be dropped when nobody waits for them.
    sentAtOnce: 2,
    hear: (news) =>
      hear(
        'compacted' in news
          ? { kind: 'compacted', file, ranges: news.compacted }
          : { kind: 'compaction_failed', file, error: unpackError(news.warning) },
      ),
  });
  return {
    ...questionsTo(thread),
    capabilities: { freshness: 'at_once', lateEvents: 'exact' },
    askedBy: ({ signal }) => questionsTo(thread, signal),
    close: () => thread.close(),
  };
}

function questionsTo(thread: ReportsThread, signal?: AbortSignal): ReportQuestions {
  return {
    totals: (question, period) => thread.ask('totals', [question, bare(period)], signal),
    series: (question, edges) => thread.ask('series', [question, edges], signal),
    breakdown: (question, period, dimension) =>
      thread.ask('breakdown', [question, bare(period), dimension], signal),
    funnel: (question, period, funnel) => thread.ask('funnel', [question, bare(period), funnel], signal),
    conversions: (question, period, slice) =>
      thread.ask('conversions', [question, bare(period), slice], signal),
    conversion: (project, id) => thread.ask('conversion', [project, id], signal),
    bots: (question, period) => thread.ask('bots', [question, bare(period)], signal),
    userAgents: (project, since, limit) => thread.ask('userAgents', [{ project, since, limit }], signal),
    activity: (project, since) => thread.ask('activity', [project, since], signal),
  };
}

/** A period alone: who asks may know more of it, in objects that cannot be handed to a thread, such as Temporal's. */
function bare({ from, to }: Period): Period {
  return { from, to };
}
