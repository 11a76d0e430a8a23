import fc from 'fast-check';
import { anyCharacter } from '../../../../test/builders/any-character.ts';
import type { Call } from '../call.ts';
import {
  apiDocument,
  type DocumentedOperation,
  type JsonSchema,
  type Parameter,
  resolve,
} from './api-document.ts';

/** What the world of the collector has, so that some requests meet something. */
export type World = {
  readonly projects: readonly string[];
  readonly conversions: readonly string[];
  readonly credentials: readonly (string | undefined)[];
};

const HOSTILE = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '%',
  "'",
  '../..',
  '__proto__',
  'null',
  '\u0000',
  '漢字',
  'a'.repeat(3000),
];

/** Requests of every operation of a document below a path, some as it says and some not. */
export function generatedRequests(
  world: World,
  { paths }: Pick<typeof apiDocument, 'paths'> = apiDocument,
  below = '/v1/',
): fc.Arbitrary<Call> {
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith(below))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => requestOf({ path, method, operation }, world)),
    );
  return fc.oneof(...operations);
}

type Documented = { readonly path: string; readonly method: string; readonly operation: DocumentedOperation };

function requestOf({ path, method, operation }: Documented, world: World): fc.Arbitrary<Call> {
  const parameters = operation.parameters ?? [];
  const body = operation.requestBody?.content['application/json']?.schema;
  return fc
    .record({
      filled: fillPath(path, world),
      query: queryOf(
        parameters.filter((parameter) => parameter.in === 'query'),
        world,
      ),
      bearer: fc.constantFrom(...world.credentials),
      accept: fc.constantFrom(undefined, 'application/json', 'text/csv', 'image/png', '*/*', 'text/csv;q=x'),
      contentType: mostly(
        fc.constant('application/json'),
        fc.constantFrom('text/plain', 'application/xml', ''),
      ),
      method: mostly(
        fc.constant(method.toUpperCase()),
        fc.constantFrom('HEAD', 'PUT', 'DELETE', 'OPTIONS', 'POST'),
      ),
      text: body === undefined ? fc.constant('') : bodyText(body),
    })
    .map(({ filled, query, bearer, accept, contentType, method: asked, text }) => ({
      method: asked,
      path: query === '' ? filled : `${filled}?${query}`,
      bearer,
      headers: {
        ...(accept !== undefined && { Accept: accept }),
        ...(text !== '' && contentType !== '' && { 'Content-Type': contentType }),
      },
      ...(asked !== 'GET' && asked !== 'HEAD' && { body: text }),
    }));
}

const mostly = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });

const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: anyCharacter, maxLength: 40 }));

function fillPath(template: string, { projects, conversions }: World): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = names.map((name) =>
    mostly(fc.constantFrom(...(name === 'project' ? projects : conversions)), hostile),
  );
  return fc.tuple(...values).map((chosen) => {
    const rest = [...chosen];
    return template.replace(/\{\w+\}/g, () => encodeURIComponent(wellFormed(rest.shift() ?? '')));
  });
}

function queryOf(parameters: readonly Parameter[], world: World): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, required, schema }) => {
    const valid = name === 'project' ? fc.constantFrom(...world.projects) : fitting(schema).map(String);
    const value = mostly(valid, hostile).map((text) => [[name, text] as const]);
    const absent = fc.constant([]);
    return required
      ? mostly<readonly (readonly [string, string])[]>(value, absent)
      : fc.oneof(value, absent, absent);
  });
  const odd = mostly<readonly (readonly [string, string])[]>(
    fc.constant([]),
    fc
      .tuple(
        fc.constantFrom('api_key', 'colour', '__proto__', ...parameters.map(({ name }) => name)),
        hostile,
      )
      .map((pair) => [pair]),
  );
  return fc.tuple(...pairs, odd).map((chosen) =>
    chosen
      .flat()
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(value))}`)
      .join('&'),
  );
}

function bodyText(schema: JsonSchema): fc.Arbitrary<string> {
  const valid = fitting(schema);
  return fc.oneof(
    { weight: 6, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: mutated(valid).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: hostile },
  );
}

/** A value with one of its parts exchanged for something else. */
function mutated(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(valid, fc.nat(), fc.jsonValue()).map(([value, at, other]) => {
    if (typeof value !== 'object' || value === null) return other;
    const names = Object.keys(value);
    const name = names[at % Math.max(names.length, 1)] ?? 'colour';
    return { ...value, [name]: other };
  });
}

/** A value that fits a schema of the document, as far as this knows its words. */
function fitting(reference: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolve<JsonSchema>(reference as JsonSchema & { $ref: string });
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => fitting(choice, depth + 1)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => fitting({ ...schema, type }, depth + 1)));
  }
  switch (schema.type) {
    case 'object':
      return objectOf(schema, depth);
    case 'array':
      return fc.array(fitting((schema.items ?? {}) as JsonSchema, depth + 1), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: 3,
      });
    case 'integer':
      return fc.integer({ min: Number(schema.minimum ?? -1000), max: Number(schema.maximum ?? 1_000_000) });
    case 'number':
      return fc.double({
        noNaN: true,
        min: Number(schema.minimum ?? -1e9),
        max: Number(schema.maximum ?? 1e9),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, fitting(field, depth + 1)]),
  );
  return fc.record(fields, { requiredKeys: (schema.required ?? []) as string[] });
}

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.format === 'date')
    return fc.date({ noInvalidDate: true, ...YEARS }).map((at) => at.toISOString().slice(0, 10));
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern));
  const minLength = Number(schema.minLength ?? 0);
  return fc.string({ minLength, maxLength: Math.max(minLength, 20) });
}

const YEARS = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z') };

/** What can be percent-encoded: no half of a surrogate pair. */
const wellFormed = (text: string) => text.toWellFormed();
