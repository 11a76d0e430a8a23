import type { BotCount, Period, Question } from '../../event-store.ts';
import { FLAG } from '../columns/event-columns.ts';
import { inquire, type ReportDesk } from './inquiry.ts';
import { keptBy } from './kept.ts';

/** The events that bots left in a period: so far they are known by what they do not do. */
export function bots(desk: ReportDesk, question: Question, period: Period): BotCount[] {
  const all: Question = { ...question, bots: 'included' };
  const inquiry = inquire(desk, all, period);
  if (inquiry === null) return [];
  let requests = 0;
  keptBy(inquiry, all).eachSegment(({ flags, count }, counts) => {
    for (let index = 0; index < count; index += 1) {
      if (counts[index] === 1 && ((flags[index] as number) & FLAG.bot) !== 0) requests += 1;
    }
  });
  return requests === 0 ? [] : [{ category: 'other', name: 'No JavaScript', requests }];
}
