import { DAY_MS } from '@cvq/contract/constants';
import { LRUCache } from 'lru-cache';
import type { OverviewAsked, Period, Question } from '../../reports.ts';
import type { ReportName } from '../report-table.ts';
import type { AskedQuestion } from './pending-question.ts';

/**
 * A question that takes more of a processor is long. Those of others wait for no longer than this where a reader is
 * left to them.
 */
const LONG_MS = 50;

/** How many kinds of question are remembered. */
const MAX_KINDS = 2000;

/** Before anything is known of a kind of question, one over no more days is taken for short. */
const SHORT_DAYS = 2;

/** What is looked up by an index, whatever the period. */
const LOOK_UPS: ReadonlySet<ReportName> = new Set(['activity', 'firstEvent', 'conversion']);

/** What takes less is told apart by nothing. */
const LEAST_MS = 1;

/** How much the last answer counts for, where it took longer than expected, and where less. */
const RISE = 1 / 2;
const FALL = 1 / 8;

/** Which questions are long, as learnt from those that were answered: what is long on one site is nothing on another. */
export class ExpectedWork {
  readonly #msOf = new LRUCache<string, number>({ max: MAX_KINDS });

  isLong(question: AskedQuestion): boolean {
    const ms = this.#msOf.get(kindOf(question));
    if (ms !== undefined) return ms > LONG_MS;
    return !LOOK_UPS.has(question.name) && daysOf(question) > SHORT_DAYS;
  }

  /**
   * Learns what a question took. Times are averaged as powers, since the first one of a kind, which finds nothing in
   * memory, takes many times as long as the next. What was not answered as a whole takes no less. Quick answers count
   * for less than slow ones: what is short for the reader that has its days in memory is long for the one that would be
   * handed it as a short one.
   */
  note(question: AskedQuestion, { ms, isWhole }: { ms: number; isWhole: boolean }): void {
    const kind = kindOf(question);
    const known = this.#msOf.get(kind);
    if (!isWhole && ms <= Math.max(known ?? 0, LONG_MS)) return;
    const took = Math.max(ms, LEAST_MS);
    this.#msOf.set(kind, known === undefined ? took : averaged(known, took));
  }
}

function averaged(known: number, ms: number): number {
  return known * (ms / known) ** (ms > known ? RISE : FALL);
}

/** Questions of one kind cost about the same: the same report of a project, over about as many days. */
function kindOf(question: AskedQuestion): string {
  const [about, , detail] = question.asked;
  const { project = about, filters = [] } = asObject(about) as Partial<Question>;
  const dimension = typeof detail === 'string' ? detail : '';
  const period = Math.ceil(Math.log2(daysOf(question)));
  return JSON.stringify([question.name, project, period, filters.length > 0, dimension]);
}

/** How many days a question is about, at least one; 1 for one without a period. */
function daysOf({ asked: [, asked] }: AskedQuestion): number {
  const { now } = asObject(asked) as Partial<OverviewAsked>;
  const period = now?.period ?? asked;
  const { from = 0, to = 0 } = Array.isArray(period)
    ? { from: Number(period.at(0)), to: Number(period.at(-1)) }
    : (asObject(period) as Partial<Period>);
  return Math.max(1, (to - from) / DAY_MS);
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
