import type { Dimension, PropertyDimension } from '@cvq/contract';
import type { Period, Question } from '../../reports.ts';
import type { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { BOT } from '../row-codes.ts';
import { type EventColumns, FLAG } from '../segments/event-columns.ts';
import type { Segment, Segments } from '../segments/segments.ts';
import type { SessionColumns } from '../segments/session-columns.ts';
import type { DictionaryColumns } from './dictionary-columns.ts';
import { type PersonIndex, type Persons, visitorsAsPersons } from './persons.ts';
import {
  createSessionFinder,
  type FindVisitors,
  type SessionFinder,
  type VisitorIndex,
} from './visitor-index.ts';

/** What reports are made from. */
export type ReportContext = {
  readonly db: Connection;
  /** To be looked at between segments. */
  readonly interruption: Interruption;
  readonly segments: Segments;
  readonly dictionaries: DictionaryColumns;
  readonly visitorIndex: VisitorIndex;
  readonly personIndex: PersonIndex;
};

/** A question at work on a period: the columns that it needs, all of one moment. */
export type ReportRun = ReportContext & {
  readonly project: number;
  readonly period: Period;
  readonly events: readonly Segment<EventColumns>[];
  readonly sessions: readonly Segment<SessionColumns>[];
  readonly finder: SessionFinder;
  readonly visitorsOf: FindVisitors;
  readonly persons: Persons;
  /** Who counts as a visitor: persons, unless the question is about visitors by themselves. */
  readonly counted: Persons;
  /** Of what reports count: an event with any of these flags is out. */
  readonly out: number;
  /** As `BOT` says it: what is worse is out. */
  readonly worst: number;
};

/** Null for a project without events. */
export function startRun(context: ReportContext, question: Question, period: Period): ReportRun | null {
  const project = context.db.prepare('SELECT id FROM projects WHERE key = ?').pluck().get(question.project) as
    | number
    | undefined;
  if (project === undefined) return null;
  const sessions = context.segments.sessions(project);
  const persons = context.personIndex.of(project);
  return {
    ...context,
    project,
    period,
    events: context.segments.events(project, period),
    sessions,
    finder: createSessionFinder(sessions),
    visitorsOf: context.visitorIndex.of(sessions),
    persons,
    counted: question.persons === 'off' ? visitorsAsPersons(context.dictionaries.visitors()) : persons,
    out: question.bots === 'included' ? FLAG.never : FLAG.never | FLAG.bot,
    worst: question.bots === 'included' ? BOT.filtered : BOT.counted,
  };
}

export type AnyDimension = Dimension | PropertyDimension;
