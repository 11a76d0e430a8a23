import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { z } from 'zod';
import { CHECKED_SCHEMAS } from './checked-schemas.ts';

/**
 * The source of a CommonJS module that exports a check of each of the schemas, under its name: for the build, since ajv
 * takes as long to compile them as a collector takes to open its stores.
 *
 * Zod writes the schemas: checking them against the schema of schemas finds nothing. Of an older draft, since checks by a
 * newer one make lists of what they have seen, at five times the cost.
 */
export function compileChecks(): string {
  const ajv = new Ajv({
    strict: false,
    unicode: false,
    logger: false,
    validateSchema: false,
    code: { source: true },
  });
  const names = Object.keys(CHECKED_SCHEMAS);
  for (const [name, schema] of Object.entries(CHECKED_SCHEMAS)) {
    ajv.addSchema(z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }), name);
  }
  return standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
}
