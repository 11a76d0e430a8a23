import { z } from 'zod';
import type { CsvCell, CsvTable } from './csv.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * The rows of an answer under the fields of their schema, in its order. An optional field that every row leaves
 * out, as the answer does with what the caller may not see, is no column.
 */
export function tableOf(schema: z.ZodObject, rows: readonly Row[]): CsvTable {
  const columns = Object.entries(schema.shape)
    .filter(([name, field]) => !(field instanceof z.ZodOptional) || rows.some((row) => name in row))
    .map(([name]) => name);
  return { columns, rows: rows.map((row) => columns.map((name) => row[name] as CsvCell)) };
}
