import type { Scope } from '@cvq/contract';
import type { ControlStore, ProjectRecord, Question, ReportQuestions } from '@cvq/storage';
import type { Range } from '../range.ts';
import type { SpendSources } from './open-spend-sources.ts';

/** A question that spend is to be told beside. */
export type AskedSpend = {
  readonly caller: { readonly scopes: readonly Scope[] };
  readonly project: ProjectRecord;
  readonly range: Range;
  readonly question: Required<Question>;
  /** When it is answered. */
  readonly at: number;
  /** What the answer is divided by. */
  readonly by?: { readonly granularity?: string; readonly dimension?: string; readonly campaign?: true };
};

export type AskedStores = {
  readonly control: ControlStore;
  readonly reports: ReportQuestions;
  readonly spendSources: SpendSources;
  /** From one reading of an account to the next, in milliseconds; 0 where none is planned. */
  readonly spendSyncMs: number;
};
