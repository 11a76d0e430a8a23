import { ARGUMENT_RULES } from '@cvq/contract';
import { z } from 'zod';
import { argumentsOf } from '../read/arguments/read-arguments.ts';
import { type JsonSchema, openDimensions } from '../read/openapi/json-schema.ts';
import type { Operation } from '../read/operation.ts';
import type { Tool } from './tools.ts';

/** How deep the schema of an answer goes: agents read the answer itself, and pay for every word of a schema. */
const DEPTH = 3;

/** A larger bound is left out: no sensible question comes near it. */
const FAR = 1_000_000;

/** What an agent may send to a tool: its own arguments alone, each with its values and its meaning. */
export function inputSchema({ operation, tool }: Tool): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(argumentsOf(operation, tool.without), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => shorten(zodSchema, jsonSchema as JsonSchema),
  });
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  for (const [name, value] of Object.entries(tool.preset ?? {}))
    properties[name] = { ...properties[name], default: value };
  return schema as JsonSchema;
}

function shorten(schema: z.core.$ZodType, json: JsonSchema): void {
  // `format` says the same of a date.
  if (json.format === 'date') delete json.pattern;
  // No sensible argument comes near these, and one that does is refused with the reason.
  for (const name of ['minLength', 'maxLength']) delete json[name];
  if (Number(json.maximum) >= FAR) delete json.maximum;
  const { items } = json as { items?: JsonSchema };
  // A condition is also an object, which nobody has to know who can write it as text.
  if (items?.type === 'object') json.items = { type: 'string' };
  openDimensions(schema, json);
  const { inQuery } = ARGUMENT_RULES.get(schema) ?? {};
  if (inQuery !== 'commas' && items?.type !== 'object') return;
  const { type, items: of, minItems, maxItems } = json;
  // An agent need not know that it may send twenty conditions at most.
  const bounds = inQuery === 'commas' ? { minItems, maxItems } : {};
  json.anyOf = [{ type, items: of, ...bounds }, { type: 'string' }];
  for (const name of ['type', 'items', 'minItems', 'maxItems']) delete json[name];
}

/**
 * What a tool answers, with `truncated` where it had to leave something out, and `error` where it was refused: several clients
 * hold a refusal to this schema too, so that nothing in it is required.
 */
export function outputSchema({ response }: Pick<Operation, 'response'>): JsonSchema {
  const json = z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  const { properties } = outline(json, 0) as Parts;
  return {
    type: 'object',
    properties: { ...properties, truncated: { type: 'object' }, error: { type: 'object' } },
  };
}

type Parts = {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
};

/** What is the same in several answers, and left to the docs. */
const SHARED: Readonly<Record<string, JsonSchema>> = {
  attribution: { type: 'object' },
  meta: { type: 'object' },
  spend_warnings: { type: 'array' },
};

/** Names and types of a schema, and nothing else of it. */
function outline(schema: JsonSchema, depth: number): JsonSchema {
  const { type, enum: values, const: value, items, anyOf, oneOf, properties } = schema as Parts;
  // A client must not refuse an answer for a word that is new.
  if (values) return { type: 'string' };
  if (value !== undefined) return { const: value };
  const several = anyOf ?? oneOf;
  if (several) return either(several.map((one) => outline(one, depth)));
  if (items) return { type: 'array', items: outline(items, depth) };
  if (properties === undefined || depth >= DEPTH) return { type: type as string };
  const outlined = Object.entries(properties).map(([name, property]) => [
    name,
    SHARED[name] ?? outline(property, depth + 1),
  ]);
  return { type: 'object', properties: Object.fromEntries(outlined) };
}

/** A type or null is one type of two. */
function either(several: JsonSchema[]): JsonSchema {
  const [one, other, ...more] = several;
  if (more.length === 0 && one && other?.type === 'null') {
    if (typeof one.type === 'string') return { ...one, type: [one.type, 'null'] };
  }
  return { anyOf: several };
}
