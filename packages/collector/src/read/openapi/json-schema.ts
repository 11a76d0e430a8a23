import { ARGUMENT_RULES } from '@cvq/contract';
import { z } from 'zod';
import { NAMED_SCHEMAS } from './named-schemas.ts';

export type JsonSchema = { [key: string]: unknown };

/** What crosses the wire towards us (`input`) or from us (`output`). */
type Direction = 'input' | 'output';

/** A schema as OpenAPI 3.1 has it, by reference where it has a name. */
export function jsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const name = NAMED[io].get(schema)?.id;
  if (name !== undefined) return { $ref: uri(name) };
  const json = z.toJSONSchema(schema, { metadata: DESCRIBED[io], ...settingsOf(io) });
  const { $schema: _, $defs: __, ...own } = JSON.parse(JSON.stringify(json), toComponents) as JsonSchema;
  return own;
}

/** The schemas that have a name. */
export function namedSchemas(): Record<string, JsonSchema> {
  return { ...namedOf('input'), ...namedOf('output') };
}

function namedOf(io: Direction): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(NAMED[io], { uri, ...settingsOf(io) });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...json }]) => [id, json as JsonSchema]),
  );
}

const NAMED = { input: registryOf('input'), output: registryOf('output') };
const DESCRIBED = { input: described(NAMED.input), output: described(NAMED.output) };

function registryOf(io: Direction) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS[io])) registry.add(schema, { id });
  return registry;
}

type Registry = ReturnType<typeof registryOf>;

/** The names beside what schemas say of themselves. */
function described(named: Registry): Registry {
  const get = (schema: z.core.$ZodType) => ({ ...z.globalRegistry.get(schema), ...named.get(schema) });
  return Object.assign(z.registry<{ id: string }>(), { get }) as Registry;
}

const settingsOf = (io: Direction) => ({ io, unrepresentable: 'any', override: tidy(io) }) as const;

/** Zod has what is named beside a schema that refers to it. */
function toComponents(key: string, value: unknown): unknown {
  return key === '$ref' ? uri(String(value).replace('#/$defs/', '')) : value;
}

function uri(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Zod's JSON Schema without what readers of an API have no use for. */
function tidy(io: Direction) {
  return ({ zodSchema, jsonSchema: schema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void => {
    const json = schema as JsonSchema;
    openDimensions(zodSchema, json);
    if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
    if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
    if (json.format === 'date' || json.format === 'date-time') delete json.pattern;
    // An answer may get new fields: a client must not refuse it for them.
    if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties;
  };
}

/** Lets a list of dimensions have `property:<name>` beside them. */
export function openDimensions(schema: z.core.$ZodType, json: JsonSchema): void {
  if (ARGUMENT_RULES.get(schema)?.late !== 'unsupported_dimension') return;
  json.anyOf = [{ enum: json.enum }, { pattern: '^property:.' }];
  delete json.enum;
}
