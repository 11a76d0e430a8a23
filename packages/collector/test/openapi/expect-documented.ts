import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { Answer, Call } from '../call.ts';
import {
  apiDocument,
  type DocumentedResponse,
  findDocumented,
  type JsonSchema,
  resolve,
} from './api-document.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: true, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(tighten({ $id: 'document:', components: apiDocument.components }) as JsonSchema);

const validators = new Map<JsonSchema, ValidateFunction>();

/**
 * That an answer is what the API document says: its status, its headers, and its body without one field more. A
 * failure of something that the document does not have is at least in the envelope of the API.
 */
export function expectDocumented({ method = 'GET', path }: Call, answer: Answer): void {
  if (!path.startsWith('/v1/')) return;
  const what = `${method} ${path.slice(0, 200)} ${answer.status}`;
  const operation = findDocumented(method, path);
  if (operation === null) {
    expectEnvelope(answer, what);
    return;
  }
  const response = operation.responses[String(answer.status)];
  expect(response, `${what} is no documented status`).toBeDefined();
  expectResponse(resolve<DocumentedResponse>(response as DocumentedResponse), answer, {
    what,
    hasBody: method !== 'HEAD' && answer.status !== 204,
  });
}

function expectResponse(
  { headers = {}, content = {} }: DocumentedResponse,
  answer: Answer,
  { what, hasBody }: { what: string; hasBody: boolean },
): void {
  for (const name of Object.keys(headers)) {
    if (apiDocument.components.headers[name]?.required !== true) continue;
    expect(answer.headers[name.toLowerCase()], `${what}: ${name}`).toBeDefined();
  }
  if (!hasBody) return;
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
  expect(Object.keys(content), `${what}: Content-Type`).toContain(type);
  if (type === 'application/json') expectBody(content[type]?.schema as JsonSchema, answer.body, what);
}

function expectBody(schema: JsonSchema, body: unknown, what: string): void {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(tighten(schema) as JsonSchema);
    validators.set(schema, validate);
  }
  const fits = validate(body);
  expect(fits ? [] : validate.errors, `${what}: body`).toEqual([]);
}

/** Paths and methods that the document does not have fail in one of the two envelopes. */
function expectEnvelope({ status, body }: Answer, what: string): void {
  if (status < 400 || typeof body !== 'object') return;
  const isOfTracking = 'success' in (body as object);
  expect(body, what).toMatchObject(
    isOfTracking ? { success: false } : { error: { code: expect.any(String) } },
  );
}

/** The same schema with references that can be followed, and no place for a field that it does not name. */
function tighten(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(tighten);
  if (typeof part !== 'object' || part === null) return part;
  const tight = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, tighten(value)]));
  if (typeof tight.$ref === 'string') tight.$ref = tight.$ref.replace(/^#/, 'document:#');
  const isShape = tight.type === 'object' && typeof tight.properties === 'object';
  return isShape && tight.additionalProperties === undefined
    ? { ...tight, additionalProperties: false }
    : tight;
}
