/** Rows under named columns. Null is a cell with nothing in it. */
export type CsvTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
};

export type CsvCell = string | number | boolean | null | undefined;

/** Text that a spreadsheet would take for a formula, in whatever it calls the first character of one. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * A table as RFC 4180 has it: a header row, lines that end in CRLF, quotes where they are needed. Text that a
 * spreadsheet would run as a formula gets an apostrophe in front, since visitors choose much of it.
 */
export function toCsv({ columns, rows }: CsvTable): string {
  return [columns, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: CsvCell): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
