import { ARGUMENT_RULES } from '@cvq/contract';
import { z } from 'zod';

/** The query of a request: text, or a list of texts for a parameter that was given several times. */
export type QueryText = Readonly<Record<string, unknown>>;

const NUMBER = /^-?\d{1,15}(\.\d*[1-9])?$/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Text of a query in the types of a schema. What does not read as its type stays text, so that the schema itself says
 * what is wrong.
 */
export function fromQuery(schema: z.ZodObject, query: QueryText): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, given]) => {
      const field = fieldOf(schema, name);
      return [name, field === undefined ? given : toTypeOf(field, given)];
    }),
  );
}

/**
 * Arguments of which one text stands for a list: a list in JSON, as several clients write it, or its only value. What else a text
 * with commas names is the schema's to say.
 */
export function withLists(schema: z.ZodObject, value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => {
      const field = fieldOf(schema, name);
      if (typeof given !== 'string' || field === undefined) return [name, given];
      if (takesSeveral(field)) return [name, listOf(given) ?? [given]];
      const takesCommas = ARGUMENT_RULES.get(field)?.inQuery === 'commas';
      return [name, (takesCommas && listOf(given)) || given];
    }),
  );
}

/** The list that a text is in JSON; null where it is none. */
function listOf(text: string): unknown[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** The parameters of a query that a schema knows, takes once, and was given several times. */
export function repeatedIn(schema: z.ZodObject, query: QueryText): string[] {
  return Object.keys(query).filter((name) => {
    const field = fieldOf(schema, name);
    return field !== undefined && Array.isArray(query[name]) && !takesSeveral(field);
  });
}

/** The field of a schema, and nothing that every object has. */
export function fieldOf({ shape }: z.ZodObject, name: PropertyKey): z.core.$ZodType | undefined {
  return typeof name === 'string' && Object.hasOwn(shape, name) ? shape[name] : undefined;
}

function toTypeOf(field: z.core.$ZodType, given: unknown): unknown {
  if (takesSeveral(field)) return [given].flat();
  if (typeof given !== 'string') return given;
  const type = withinOptional(field);
  if (type instanceof z.ZodNumber && NUMBER.test(given)) return Number(given);
  if (type instanceof z.ZodBoolean) return BOOLEANS.get(given) ?? given;
  return given;
}

function takesSeveral(field: z.core.$ZodType): boolean {
  return withinOptional(field) instanceof z.ZodArray && ARGUMENT_RULES.get(field)?.inQuery === undefined;
}

function withinOptional(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodOptional ? field.unwrap() : field;
}
