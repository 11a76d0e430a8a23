import { Interruption } from './interruption.ts';
import type { Connection } from './open-database.ts';
import { type ReportName, reports } from './report-table.ts';
import { DictionaryColumns } from './reports/dictionary-columns.ts';
import { PersonIndex } from './reports/persons.ts';
import type { ReportContext } from './reports/report-run.ts';
import { VisitorIndex } from './reports/visitor-index.ts';
import { SEGMENT_SIZES, type SegmentSizes } from './segments/segment-range.ts';
import { Segments } from './segments/segments.ts';

type Options = {
  readonly sizes?: SegmentSizes;
  /** Ends the question that is at work. */
  readonly interruption?: Interruption;
};

/** Answers questions, each of one moment. */
export class ReportEngine {
  readonly #reading: Connection;
  readonly #sizes: SegmentSizes;
  readonly #interruption: Interruption;
  readonly #inOneMoment: (name: ReportName, asked: readonly unknown[]) => unknown;
  #context: ReportContext | null = null;

  constructor(
    reading: Connection,
    { sizes = SEGMENT_SIZES, interruption = new Interruption() }: Options = {},
  ) {
    this.#reading = reading;
    this.#sizes = sizes;
    this.#interruption = interruption;
    this.#inOneMoment = reading.transaction((name: ReportName, asked: readonly unknown[]) => {
      const report = reports[name] as (context: ReportContext, ...asked: readonly unknown[]) => unknown;
      return report(this.#openContext(), ...asked);
    });
  }

  answer(name: ReportName, asked: readonly unknown[]): unknown {
    return this.#inOneMoment(name, asked);
  }

  #openContext(): ReportContext {
    if (this.#context === null) {
      const [db, interruption] = [this.#reading, this.#interruption];
      const dictionaries = new DictionaryColumns(db);
      this.#context = {
        db,
        interruption,
        dictionaries,
        segments: new Segments(db, { sizes: this.#sizes, interruption }),
        visitorIndex: new VisitorIndex(),
        personIndex: new PersonIndex(db, dictionaries),
      };
    }
    return this.#context;
  }
}
