import type { BotCategory } from '../../event-record.ts';
import type { BotCount, Period, Question } from '../../reports.ts';
import { FLAG } from '../days/event-columns.ts';
import { BOT } from '../row-codes.ts';
import { filterEvents } from './filtered-events.ts';
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
  if (run === null) return [];
  const requests = new Map<number, number>();
  filterEvents(run, all).eachDay(({ events }, { counts }) => {
    const { botLevel, flags, count } = events;
    for (let index = 0; index < count; index += 1) {
      if (counts[index] !== 1) continue;
      const isBot = botLevel[index] !== BOT.none || ((flags[index] as number) & FLAG.bot) !== 0;
      if (!isBot) continue;
      const verdict = events.verdict[index] as number;
      requests.set(verdict, (requests.get(verdict) ?? 0) + 1);
    }
  });
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
