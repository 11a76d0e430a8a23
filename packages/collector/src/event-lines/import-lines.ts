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

type Import = {
  readonly project: string;
  readonly ledger: Pick<IngestLedger, 'import'>;
  /** Leave bad lines out; else the first ends the import. */
  readonly skipBad: boolean;
  /** Hears how far the import is, and of bad lines that it leaves out. */
  readonly tell: (text: string) => void;
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
const LINES_BETWEEN_REPORTS = 100_000;
const BAD_LINES_NAMED = 100;

/**
 * Stores the events of exported lines, in commits of a bounded size, and leaves the store to others in between.
 * @throws ImportStopped at the first bad line, unless bad lines are left out.
 */
export async function importLines(
  input: AsyncIterable<Uint8Array | string>,
  { project, ledger, skipBad, tell }: Import,
): Promise<ImportSummary> {
  const summary = { lines: 0, stored: 0, duplicates: 0, skipped: 0 };
  const pace = createPace();
  let batch: ImportedEvent[] = [];
  let bytes = 0;
  let storedUpTo = 0;

  async function store(upTo: number): Promise<void> {
    const events = batch;
    batch = [];
    bytes = 0;
    const { outcomes } = await pace(() => ledger.import(events));
    const stored = outcomes.filter(({ status }) => status === 'stored').length;
    summary.stored += stored;
    summary.duplicates += outcomes.length - stored;
    storedUpTo = upTo;
  }

  function refuse(number: number, { message }: BadLine): void {
    if (!skipBad) throw new ImportStopped(`Line ${number}: ${message}`, storedUpTo);
    summary.skipped += 1;
    if (summary.skipped <= BAD_LINES_NAMED) tell(`Left out line ${number}: ${message}`);
    if (summary.skipped === BAD_LINES_NAMED) tell('Further bad lines are only counted.');
  }

  let last = 0;
  for await (const lines of linesOf(input)) {
    for (const line of lines) {
      last = line.number;
      if (isBlank(line)) continue;
      summary.lines += 1;
      const event = orBad(() => readLine(line, project));
      if (event instanceof BadLine) refuse(line.number, event);
      else batch.push(event);
      bytes += line.bytes?.length ?? 0;
      if (batch.length >= BATCH_EVENTS || bytes >= BATCH_BYTES) await store(line.number);
      if (summary.lines % LINES_BETWEEN_REPORTS === 0) tell(`${progressOf(summary)} so far.`);
    }
  }
  if (batch.length > 0) await store(last);
  return summary;
}

/** A summary in words, without a full stop. */
export function progressOf({ lines, stored, duplicates, skipped }: ImportSummary): string {
  const left = skipped === 0 ? '' : `, ${skipped} bad ones left out`;
  return `${lines} lines: ${stored} stored, ${duplicates} there before${left}`;
}

function readLine({ bytes }: Line, project: string): ImportedEvent {
  if (bytes === null) throw new BadLine(`It is longer than ${MAX_LINE_BYTES} bytes.`);
  return readEventLine(bytes, project);
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
