import { REPORT_LIMITS } from '../report-limits.ts';
import { Days } from './days/days.ts';
import { Interruption } from './interruption.ts';
import { leftFree } from './left-free.ts';
import type { Connection } from './open-database.ts';
import { type ReportName, reports } from './report-table.ts';
import { DictionaryColumns } from './reports/dictionary-columns.ts';
import { type AnswerWithFirstEvent, type FirstEventAsked, firstEvent } from './reports/first-event.ts';
import { PersonIndex } from './reports/persons.ts';
import type { ReportContext } from './reports/report-run.ts';
import { workingMemory } from './working-memory.ts';

/** So much may be kept to work with, beside what days take. */
const FOR_WORK = 1 / 4;

type Options = {
  /** Ends the question that is at work. */
  readonly interruption?: Interruption;
  /** What days may take in memory, at most about. */
  readonly memoryBytes?: number;
};

/** Answers questions, each of one moment. */
export class ReportEngine {
  readonly #reading: Connection;
  readonly #memoryBytes: number;
  readonly #interruption: Interruption;
  readonly #inOneMoment: (name: ReportName, asked: readonly unknown[], along?: FirstEventAsked) => unknown;
  #context: ReportContext | null = null;

  constructor(
    reading: Connection,
    { interruption = new Interruption(), memoryBytes = REPORT_LIMITS.memoryBytes.default }: Options = {},
  ) {
    this.#reading = reading;
    this.#memoryBytes = memoryBytes;
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
    return workingMemory.during(this.#memoryBytes * FOR_WORK, work);
  }

  #openContext(): ReportContext {
    if (this.#context === null) {
      const [db, interruption, memoryBytes] = [this.#reading, this.#interruption, this.#memoryBytes];
      const dictionaries = new DictionaryColumns(db);
      this.#context = {
        db,
        interruption,
        dictionaries,
        history: new Days(db, { interruption, memoryBytes }),
        personIndex: new PersonIndex(db, dictionaries),
      };
    }
    return this.#context;
  }
}
