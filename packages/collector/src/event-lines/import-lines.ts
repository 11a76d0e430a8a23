import { setTimeout } from 'node:timers/promises';
import type { ImportedEvent, ImportOutcome, IngestLedger } from '@cvq/storage';
import { type Line, linesOf, MAX_LINE_BYTES } from './lines-of.ts';
import { BadLine, readEventLine } from './read-event-line.ts';

/** What became of the lines of an import. Blank ones are none. */
export type ImportSummary = {
  readonly lines: number;
  readonly stored: number;
  /** Of ids that the project held already. */
  readonly duplicates: number;
  /** Bad ones, which were left out. */
  readonly skipped: number;
};

export type Import = {
  readonly project: string;
  readonly ledger: Pick<IngestLedger, 'import'>;
  /** Leave bad lines out; else the first ends the import. */
  readonly skipBad: boolean;
  /** Hears of bad lines that are left out. */
  readonly tell: (text: string) => void;
  /** Hears how far the import is, after each commit. */
  readonly advance?: (summary: ImportSummary) => void;
  readonly now?: () => number;
};

/** The first bad line of an import, which it ended. All before `storedUpTo` is stored, and nothing after it. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
  readonly storedUpTo: number;

  constructor(problem: string, storedUpTo: number) {
    super(problem);
    this.storedUpTo = storedUpTo;
  }
}

/** So many events, or bytes of them, are one commit: a collector that wants to store events has to wait for no more. */
const BATCH_EVENTS = 500;
const BATCH_BYTES = MAX_LINE_BYTES;
const BAD_LINES_NAMED = 100;

/**
 * Stores the events of exported lines, in commits of a bounded size, and leaves the store to others in between.
 * @throws ImportStopped at the first bad line, unless bad lines are left out.
 */
export async function importLines(
  input: AsyncIterable<Uint8Array | string>,
  options: Import,
): Promise<ImportSummary> {
  const running = new RunningImport(options);
  for await (const lines of linesOf(input)) {
    for (const line of lines) {
      if (isBlank(line)) continue;
      running.add(line);
      if (running.isFull) await running.store();
    }
  }
  await running.store();
  return running.summary;
}

class RunningImport {
  readonly summary = { lines: 0, stored: 0, duplicates: 0, skipped: 0 };
  readonly #options: Import;
  readonly #pace = createPace();
  #events: ImportedEvent[] = [];
  #bytes = 0;
  #lastLine = 0;
  #storedUpTo = 0;

  constructor(options: Import) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#events.length >= BATCH_EVENTS || this.#bytes >= BATCH_BYTES;
  }

  /** @throws ImportStopped for a bad line, unless bad lines are left out. */
  add(line: Line): void {
    const { project, now = Date.now } = this.#options;
    this.#lastLine = line.number;
    this.#bytes += line.bytes?.length ?? 0;
    this.summary.lines += 1;
    const event = orBad(() => readLine(line, { project, now: now() }));
    if (event instanceof BadLine) this.#refuse(event);
    else this.#events.push(event);
  }

  /** Commits what was added since the last commit. */
  async store(): Promise<void> {
    const events = this.#events;
    this.#events = [];
    this.#bytes = 0;
    if (events.length > 0) {
      const { outcomes } = await this.#pace(() => this.#options.ledger.import(events));
      const stored = outcomes.filter(({ status }) => status === 'stored').length;
      this.summary.stored += stored;
      this.summary.duplicates += outcomes.length - stored;
    }
    this.#storedUpTo = this.#lastLine;
    this.#options.advance?.(this.summary);
  }

  #refuse({ message }: BadLine): void {
    const { skipBad, tell } = this.#options;
    if (!skipBad) throw new ImportStopped(`Line ${this.#lastLine}: ${message}`, this.#storedUpTo);
    this.summary.skipped += 1;
    if (this.summary.skipped <= BAD_LINES_NAMED) tell(`Left out line ${this.#lastLine}: ${message}`);
    if (this.summary.skipped === BAD_LINES_NAMED) tell('Further bad lines are only counted.');
  }
}

/** A summary in words, without a full stop. */
export function summaryOf({ lines, stored, duplicates, skipped }: ImportSummary): string {
  const left = skipped === 0 ? '' : `, ${skipped} bad left out`;
  return `${lines} ${lines === 1 ? 'line' : 'lines'}: ${stored} stored, ${duplicates} there before${left}`;
}

function readLine({ bytes }: Line, { project, now }: { project: string; now: number }): ImportedEvent {
  if (bytes === null) throw new BadLine(`It is longer than ${MAX_LINE_BYTES} bytes.`);
  return readEventLine(bytes, project, now);
}

function orBad<Result>(read: () => Result): Result | BadLine {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadLine) return error;
    throw error;
  }
}

const SPACE = new Set([0x20, 0x09, 0x0d]);
const isBlank = ({ bytes }: Line) => bytes?.every((byte) => SPACE.has(byte)) === true;

/** Runs commits one after the other; while others write as well, each no sooner after the last than that one took. */
function createPace(): (commit: () => Promise<ImportOutcome>) => Promise<ImportOutcome> {
  let next = Number.NEGATIVE_INFINITY;
  return async (commit) => {
    const early = next - performance.now();
    if (early > 1) await setTimeout(early);
    const startedAt = performance.now();
    const outcome = await commit();
    const endedAt = performance.now();
    next = outcome.isShared ? endedAt + (endedAt - startedAt) : endedAt;
    return outcome;
  };
}
