import { z } from 'zod';
import type { CsvCell, CsvTable } from './csv.ts';

type Row = Readonly<Record<string, unknown>>;
type Column = { readonly name: string; readonly path: readonly [string, string?] };

/**
 * The rows of an answer under the fields of their schema, in its order; an object has a column for each of its fields, a list is
 * one cell. An optional field that every row leaves out, as the answer does with what the caller may not see, is no column.
 */
export function tableOf(schema: z.ZodObject, rows: readonly Row[]): CsvTable {
  const columns = columnsOf(schema, rows);
  return {
    columns: columns.map(({ name }) => name),
    rows: rows.map((row) => columns.map(({ path }) => cellOf(row, path))),
  };
}

function columnsOf(schema: z.ZodObject, rows: readonly Row[]): Column[] {
  return fieldsOf(schema, rows).flatMap(([name, field]): Column[] => {
    const type = withoutNull(field);
    if (!(type instanceof z.ZodObject)) return [{ name, path: [name] }];
    const nested = rows.flatMap((row) => (row[name] ? [row[name] as Row] : []));
    return fieldsOf(type, nested).map(([inner]) => ({ name: `${name}_${inner}`, path: [name, inner] }));
  });
}

function fieldsOf({ shape }: z.ZodObject, rows: readonly Row[]): [string, z.core.$ZodType][] {
  return Object.entries(shape).filter(
    ([name, field]) => !(field instanceof z.ZodOptional) || rows.some((row) => name in row),
  );
}

function withoutNull(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable
    ? withoutNull(field.unwrap())
    : field;
}

function cellOf(row: Row, [name, inner]: Column['path']): CsvCell {
  const value = inner === undefined ? row[name] : (row[name] as Row | null | undefined)?.[inner];
  return Array.isArray(value) ? value.join(' ') : (value as CsvCell);
}
