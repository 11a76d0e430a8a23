import { HOUR } from '../../../test/builders/event-records.ts';
import { periodOf } from '../questions/period-of.ts';
import type { Question } from '../questions/question.ts';
import type { EngineAnswer } from './ask-engine.ts';
import { isAcquisition, isOfEvents } from './columns.ts';
import type { EngineRow } from './engine.ts';
import type { Exported } from './export-visits.ts';
import type { Figures } from './figures.ts';
import { firstOfLast } from './local-days.ts';

/** What an engine answered, in the words of the read API. */
export function figuresOfEngine(
  question: Question,
  { events, sessions }: EngineAnswer,
  { words, plan }: Exported,
): Figures {
  const sessionsOf = new Map(sessions.map((row) => [row.value, row]));
  switch (question.about) {
    case 'overview':
      return new Map([['all', measuresOf(events[0] ?? {}, sessions[0])]]);
    case 'timeseries': {
      const { from, to } = periodOf(plan, question.days);
      const isByDay = question.granularity === 'day';
      const eventsOf = new Map(events.map((row) => [row.value, row]));
      const count = isByDay ? question.days : (to - from) / HOUR;
      const first = isByDay ? firstOfLast(plan, question.days) : 0;
      return new Map(
        Array.from({ length: count }, (_, index) => [
          `bucket ${index}`,
          measuresOf(eventsOf.get(first + index) ?? {}, sessionsOf.get(first + index)),
        ]),
      );
    }
    case 'breakdown': {
      const column = words[question.dimension.replace('property:', '')] ?? [];
      return new Map(
        events.map((row) => [
          column[row.value as number] as string,
          ofRow(question.dimension, row, sessionsOf.get(row.value)),
        ]),
      );
    }
    case 'funnel':
      return new Map(events.map(({ value = 0 }, index) => [`step ${index + 1}`, { count: value }]));
    default:
      return new Map();
  }
}

function measuresOf(row: EngineRow, session: EngineRow = {}): Record<string, number> {
  const { visitors = 0, pageviews = 0, events = 0, conversions = 0, minor = 0 } = row;
  const { sessions = 0, converted: converted_sessions = 0 } = session;
  const counts = { visitors, sessions, pageviews, events, conversions, converted_sessions };
  return { ...counts, bounces: bouncesOf(session), revenue: minor / 100 };
}

function ofRow(dimension: string, row: EngineRow, session: EngineRow | undefined): Record<string, number> {
  const all = measuresOf(row, session);
  const { visitors, pageviews, events, conversions, revenue, bounces } = all as Record<string, number>;
  const sessions = isOfEvents(dimension) ? row.sessions : all.sessions;
  const counts = { visitors, sessions, pageviews, events } as Record<string, number>;
  if (isAcquisition(dimension)) return counts;
  const money = { conversions, revenue } as Record<string, number>;
  return isOfEvents(dimension)
    ? { ...counts, ...money }
    : ({ ...counts, ...money, bounces } as Record<string, number>);
}

/** In thousandths, from a rate of as many digits as the read API tells. */
function bouncesOf({ bounces = 0, sessions = 0 }: EngineRow): number {
  if (sessions === 0) return 0;
  return Math.round((Math.round((bounces / sessions) * 10_000) / 10_000) * 1000);
}
