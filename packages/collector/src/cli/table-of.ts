import { printableBrief } from './printable.ts';

/** Lines of a table for a person: headings, and columns as wide as what they hold. The last one is not padded. */
export function tableOf(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  const cells = [headings, ...rows].map((row) => row.map((cell) => printableBrief(String(cell))));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
