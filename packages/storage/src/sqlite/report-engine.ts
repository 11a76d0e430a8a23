import { REPORT_LIMITS } from '../report-limits.ts';
import { Days } from './days/days.ts';
import { Interruption } from './interruption.ts';
import { leftFree } from './left-free.ts';
import type { Connection } from './open-database.ts';
import { type ReportName, reports } from './report-table.ts';
import { type AnswerWithFirstEvent, type FirstEventAsked, firstEvent } from './reports/first-event.ts';
import { PersonIndex } from './reports/persons/persons.ts';
import type { ReportContext } from './reports/report-run.ts';
import { DictionaryColumns } from './reports/values/dictionary-columns.ts';
import { workingMemory } from './working-memory.ts';

/** The part of the memory that is kept to work with; days have the rest. */
const FOR_WORK = 1 / 5;
const KILOBYTE = 1024;

type Options = {
  /** Ends the question that is at work. */
  readonly interruption?: Interruption;
  /** What days, and what questions work with, may take in memory, at most about. */
  readonly memoryBytes?: number;
};

/** Answers questions, each of one moment. */
export class ReportEngine {
  readonly #reading: Connection;
  readonly #bytes: { readonly forWork: number; readonly forDays: number };
  readonly #interruption: Interruption;
  readonly #inOneMoment: (name: ReportName, asked: readonly unknown[], along?: FirstEventAsked) => unknown;
  #context: ReportContext | null = null;

  constructor(
    reading: Connection,
    { interruption = new Interruption(), memoryBytes = REPORT_LIMITS.memoryBytes.default }: Options = {},
  ) {
    this.#reading = reading;
    const forWork = KILOBYTE * Math.floor((memoryBytes * FOR_WORK) / KILOBYTE);
    this.#bytes = { forWork, forDays: memoryBytes - forWork };
    this.#interruption = interruption;
    this.#inOneMoment = reading.transaction(
      (name: ReportName, asked: readonly unknown[], along?: FirstEventAsked) => {
        const report = reports[name] as (context: ReportContext, ...asked: readonly unknown[]) => unknown;
        const context = this.#openContext();
        context.history.begin();
        const answer = report(context, ...asked);
        if (along === undefined) return answer;
        return {
          answer,
          firstEventAt: firstEvent(context.db, along.project, along.by),
        } satisfies AnswerWithFirstEvent;
      },
    );
  }

  /** With a first event asked along, an `AnswerWithFirstEvent`. */
  answer(name: ReportName, asked: readonly unknown[], along?: FirstEventAsked): unknown {
    const work = () => leftFree(this.#reading, () => this.#inOneMoment(name, asked, along));
    return workingMemory.during(this.#bytes.forWork, work);
  }

  #openContext(): ReportContext {
    if (this.#context === null) {
      const [db, interruption] = [this.#reading, this.#interruption];
      const dictionaries = new DictionaryColumns(db);
      this.#context = {
        db,
        interruption,
        dictionaries,
        history: new Days(db, { interruption, memoryBytes: this.#bytes.forDays }),
        personIndex: new PersonIndex(db, dictionaries),
      };
    }
    return this.#context;
  }
}
