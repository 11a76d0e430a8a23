import type { BotCount, BotFilter, Period, Question } from '../../../reports.ts';
import { botsOfDay } from '../../rollups/bots-of-day.ts';
import { ROLLUP_OF_BOTS } from '../../rollups/kinds.ts';
import { type RollupOfBots, unpackBots } from '../../rollups/rollup-format.ts';
import { filterEvents } from '../filters/filtered-events.ts';
import { isWhole } from '../is-whole.ts';
import { type ReportContext, startRun } from '../report-run.ts';
import { KnownBots } from './known-bots.ts';

/** The events that bots left in a period, by their classification, or by that of their session, which may have come later. */
export function bots(
  context: ReportContext,
  question: Question,
  period: Period,
  only: BotFilter,
): BotCount[] {
  const all: Question = { ...question, bots: 'included' };
  const run = startRun(context, all, period);
  const known = new KnownBots(context.db, only);
  const requests: number[] = [];
  const add = ({ classification, requests: counts }: RollupOfBots) => {
    for (const [index, own] of classification.entries()) {
      const bot = known.numberOf(own);
      if (bot >= 0) requests[bot] = (requests[bot] ?? 0) + (counts[index] as number);
    }
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
  return known.bots.map((bot, index) => ({ ...bot, requests: requests[index] as number }));
}
