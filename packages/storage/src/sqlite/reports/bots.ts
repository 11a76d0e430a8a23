import type { BotCategory } from '../../event-record.ts';
import type { BotCount, Period, Question } from '../../reports.ts';
import { botsOfDay } from '../rollups/bots-of-day.ts';
import { ROLLUP_OF_BOTS } from '../rollups/kinds.ts';
import { type RollupOfBots, unpackBots } from '../rollups/rollup-format.ts';
import { filterEvents } from './filtered-events.ts';
import { isWhole } from './is-whole.ts';
import { type ReportContext, startRun } from './report-run.ts';

const CLASSIFICATION = `
  SELECT
    (SELECT value FROM strings WHERE id = category) AS category, (SELECT value FROM strings WHERE id = name) AS name
  FROM bot_verdicts WHERE id = ?`;

/** Who runs no JavaScript and is known by nothing else has that for a name. */
const NAMELESS = { category: 'other', name: 'No JavaScript' } as const;

/** The events that bots left in a period, by the verdict on them, or on their session, which may have come later. */
export function bots(context: ReportContext, question: Question, period: Period): BotCount[] {
  const all: Question = { ...question, bots: 'included' };
  const run = startRun(context, all, period);
  const requests = new Map<number, number>();
  const add = ({ verdict, requests: counts }: RollupOfBots) => {
    for (const [index, own] of verdict.entries())
      requests.set(own, (requests.get(own) ?? 0) + (counts[index] as number));
  };
  const { filters = [] } = question;
  const filtered = filterEvents(run, all);
  for (const day of run.days) {
    run.interruption.check();
    const isKept = filters.length === 0 && isWhole(day, period);
    const rollup = isKept ? day.rollup(ROLLUP_OF_BOTS, unpackBots) : undefined;
    if (rollup !== undefined) add(rollup);
    else filtered.day(day, (_, { counts }) => add(botsOfDay(day, counts)));
  }
  return byName(context, requests);
}

/** Verdicts that differ in their evidence can be of one bot. */
function byName({ db }: ReportContext, requests: ReadonlyMap<number, number>): BotCount[] {
  const classificationOf = db.prepare(CLASSIFICATION);
  const counts = new Map<string, BotCount>();
  for (const [verdict, count] of requests) {
    const found = classificationOf.get(verdict) as { category: BotCategory; name: string } | undefined;
    const { category, name } = found ?? NAMELESS;
    const known = counts.get(`${category} ${name}`)?.requests ?? 0;
    counts.set(`${category} ${name}`, { category, name, requests: known + count });
  }
  return [...counts.values()];
}
