import { pipeline, type Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { FileFault } from './bad-file.ts';
import type { FoundFaults } from './found-faults.ts';
import { inKnownEncoding } from './in-known-encoding.ts';

/** A line of a table: the number of the line where it begins, and its cells by column. */
export type TableLine<Column extends string> = {
  readonly line: number;
  readonly cells: Readonly<Record<Column, string>>;
};

type Parsed = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

/** More than any line needs: a quote that is never closed would else take the rest of the file into memory. */
const MAX_LINE_CHARACTERS = 20_000;

/**
 * The lines of a CSV file (RFC 4180) below its heading, which names each column once, in any order. Lines with another
 * number of cells are faults, and so is that there is none; blank lines are no lines.
 * @throws BadFile where faults make reading on useless
 */
export async function* readTable<Column extends string>(
  input: Readable,
  columns: readonly Column[],
  faults: FoundFaults,
): AsyncGenerator<TableLine<Column>> {
  const parser = pipeline(
    input,
    (bytes: AsyncIterable<Uint8Array>) => inKnownEncoding(bytes, faults),
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n'],
      max_record_size: MAX_LINE_CHARACTERS,
    }),
    // A failure of the input is thrown by the loop below.
    () => {},
  );
  let heading: readonly string[] | null = null;
  let hasLines = false;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const line = firstLineOf(record, info.lines);
      if (heading === null) {
        heading = headingOf(record, { line, columns, faults });
        continue;
      }
      hasLines = true;
      if (record.length === heading.length) yield { line, cells: cellsOf(heading, record) };
      else faults.add(wrongLength(line, record.length, heading));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    faults.add(faultOf(error));
    faults.refuse();
  }
  if (heading === null || !hasLines) faults.add(noLines(heading, columns));
}

function noLines(heading: readonly string[] | null, columns: readonly string[]): FileFault {
  const at = { line: 1, column: null };
  if (heading === null)
    return { ...at, problem: 'The file is empty.', fix: `Begin it with ${columns.join(',')}.` };
  return { ...at, problem: 'The file holds no rows.', fix: 'Write them below the heading.' };
}

/** A line break in quotes makes a line of the table several of the file. */
const firstLineOf = (record: readonly string[], last: number) =>
  last - record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

function headingOf<Column extends string>(
  record: readonly string[],
  { line, columns, faults }: { line: number; columns: readonly Column[]; faults: FoundFaults },
): readonly string[] {
  const names: readonly string[] = columns;
  const missing = names.filter((name) => !record.includes(name));
  const [other] = record.filter((name, index) => !names.includes(name) || record.indexOf(name) !== index);
  if (missing.length === 0 && other === undefined) return record;
  const separator = separatorOf(record);
  const problem =
    separator !== null
      ? `Its cells are separated by ${separator}.`
      : missing.length > 0
        ? `The heading lacks ${missing.join(', ')}.`
        : `The heading has ${JSON.stringify(other)}, which is no column or there twice.`;
  faults.add({
    line,
    column: null,
    problem,
    fix: `It must be ${names.join(',')}, with commas between, in any order.`,
  });
  faults.refuse();
  return record;
}

const OTHER_SEPARATORS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const;

/** What stands between the cells of a heading where it is no comma, in words. */
function separatorOf([first = '', ...more]: readonly string[]): string | null {
  if (more.length > 0) return null;
  return OTHER_SEPARATORS.find(([sign]) => first.includes(sign))?.[1] ?? null;
}

function cellsOf<Column extends string>(heading: readonly string[], record: readonly string[]) {
  const cells: Record<string, string> = {};
  for (const [index, name] of heading.entries()) cells[name] = record[index] as string;
  return cells as Readonly<Record<Column, string>>;
}

const wrongLength = (line: number, found: number, heading: readonly string[]) => ({
  line,
  column: null,
  problem: `The line has ${found} cells, and the heading has ${heading.length}.`,
  fix: 'Put quotes around a cell with a comma in it: "Shoes, red".',
});

/** What is wrong with quotes: nothing after it can be told apart. */
function faultOf(error: CsvError) {
  const { code, records, empty_lines } = error as CsvError & Record<'records' | 'empty_lines', number>;
  const isUnclosed = code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE';
  return {
    // Where the line begins: its quote may have taken in any number of those that follow.
    line: records + empty_lines + 1,
    column: null,
    problem: isUnclosed
      ? `A quote is not closed, or a line is longer than ${MAX_LINE_CHARACTERS} characters.`
      : 'There is a quote in the middle of a cell.',
    fix: 'Put quotes around the whole cell, and write each quote in it twice: "Shoes ""red""".',
  };
}
