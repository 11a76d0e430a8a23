import { ARGUMENT_RULES } from '@cvq/contract';
import { z } from 'zod';
import { NAMED_SCHEMAS } from './named-schemas.ts';

export type JsonSchema = { [key: string]: unknown };

/** What crosses the wire towards us (`input`) or from us (`output`). */
type Direction = 'input' | 'output';

/** The name of a schema that has none in the document. */
const INLINE = 'inline';

/** A schema as OpenAPI 3.1 has it, by reference where it has a name. */
export function jsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const name = Object.entries(NAMED_SCHEMAS[io]).find(([, named]) => named === schema)?.[0];
  if (name !== undefined) return { $ref: uri(name) };
  return convert({ ...NAMED_SCHEMAS[io], [INLINE]: schema }, io)[INLINE] as JsonSchema;
}

/** The schemas that have a name. */
export function namedSchemas(): Record<string, JsonSchema> {
  return { ...convert(NAMED_SCHEMAS.input, 'input'), ...convert(NAMED_SCHEMAS.output, 'output') };
}

/** Only schemas of one registry refer to each other. */
function convert(named: Readonly<Record<string, z.ZodType>>, io: Direction): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri, io, unrepresentable: 'any', override: tidy(io) });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...json }]) => [id, json as JsonSchema]),
  );
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
