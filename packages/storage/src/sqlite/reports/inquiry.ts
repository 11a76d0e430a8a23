import type { Dimension, PropertyDimension } from '@cvq/contract';
import type { Period, Question } from '../../reports.ts';
import type { Connection } from '../open-database.ts';
import { BOT } from '../row-codes.ts';
import { type EventColumns, FLAG } from '../segments/event-columns.ts';
import type { Segment, Segments } from '../segments/segments.ts';
import type { SessionColumns } from '../segments/session-columns.ts';
import type { createActors, FindActors } from './actors.ts';
import { createSessionFinder, type SessionFinder } from './session-finder.ts';
import type { Words } from './words.ts';

/** What reports are made from. */
export type ReportDesk = {
  readonly db: Connection;
  readonly segments: Segments;
  readonly words: Words;
  readonly actors: ReturnType<typeof createActors>;
};

/** A question at work on a period: the columns that it needs, all of one moment. */
export type Inquiry = ReportDesk & {
  readonly project: number;
  readonly period: Period;
  readonly events: readonly Segment<EventColumns>[];
  readonly sessions: readonly Segment<SessionColumns>[];
  readonly finder: SessionFinder;
  readonly actorsOf: FindActors;
  /** Of what reports count: an event with any of these flags is out. */
  readonly out: number;
  /** As `BOT` says it: what is worse is out. */
  readonly worst: number;
};

/** Null for a project without events. */
export function inquire(desk: ReportDesk, question: Question, period: Period): Inquiry | null {
  const project = desk.db.prepare('SELECT id FROM projects WHERE key = ?').pluck().get(question.project) as
    | number
    | undefined;
  if (project === undefined) return null;
  const sessions = desk.segments.sessions(project);
  return {
    ...desk,
    project,
    period,
    events: desk.segments.events(project, period),
    sessions,
    finder: createSessionFinder(sessions),
    actorsOf: desk.actors(sessions),
    out: question.bots === 'included' ? FLAG.never : FLAG.never | FLAG.bot,
    worst: question.bots === 'included' ? BOT.filtered : BOT.counted,
  };
}

export type AnyDimension = Dimension | PropertyDimension;
