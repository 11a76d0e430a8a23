import type { Dimension, PropertyDimension } from '@cvq/contract';
import { DAY_MS } from '@cvq/contract/constants';
import type { Period, Question } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import type { Days } from '../days/days.ts';
import type { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { LEFT_OUT, type LeftOut } from './filters/counted-events.ts';
import { PersonNumbers } from './persons/person-numbers.ts';
import { type PersonIndex, type Persons, visitorsAsPersons } from './persons/persons.ts';
import { SessionNumbers } from './persons/session-numbers.ts';
import type { DictionaryColumns } from './values/dictionary-columns.ts';

/** What reports are made from. */
export type ReportContext = {
  readonly db: Connection;
  /** To be looked at between days. */
  readonly interruption: Interruption;
  /** Of all projects. */
  readonly history: Days;
  readonly dictionaries: DictionaryColumns;
  readonly personIndex: PersonIndex;
};

/** A question at work on a period: the days that it needs, all of one moment. */
export type ReportRun = ReportContext & {
  readonly project: number;
  readonly period: Period;
  /** In the order of time; of the first and the last the period may be a part. */
  readonly days: readonly Day[];
  readonly persons: Persons;
  /** Who counts as a visitor: persons, unless the question is about visitors by themselves. */
  readonly visitors: PersonNumbers;
  readonly sessions: SessionNumbers;
  readonly leftOut: LeftOut;
};

/** The number of no project: one that has stored nothing. */
const NO_PROJECT = 0;

/** What a report needs to answer a question about a period of a project. */
export function startRun(context: ReportContext, question: Question, period: Period): ReportRun {
  const project = projectNumber(context.db, question.project) ?? NO_PROJECT;
  const days = context.history.of(project, period);
  const persons = context.personIndex.of(project);
  const counted = question.persons === 'off' ? visitorsAsPersons(context.dictionaries.visitors()) : persons;
  return {
    ...context,
    project,
    period,
    days,
    persons,
    visitors: new PersonNumbers(days, counted),
    sessions: new SessionNumbers(days, period),
    leftOut: LEFT_OUT[question.bots],
  };
}

/** The same question about a part of its period. */
export function aboutPeriod(run: ReportRun, period: Period): ReportRun {
  if (period.from === run.period.from && period.to === run.period.to) return run;
  const days = run.days.filter(({ start }) => start > period.from - DAY_MS && start < period.to);
  return { ...run, period, days, sessions: new SessionNumbers(days, period) };
}

/** The same question about some of its days alone. Who is who stays as it is for all of them. */
export function aboutDays(run: ReportRun, isWanted: (day: Day) => boolean): ReportRun {
  const days = run.days.filter(isWanted);
  return { ...run, days, sessions: new SessionNumbers(days, run.period) };
}

export type AnyDimension = Dimension | PropertyDimension;
