import {
  ARGUMENT_RULES,
  type ArgumentRules,
  DIMENSIONS,
  type FieldError,
  fieldErrors,
  fieldErrorsInWords,
  MAX_FIELD_ERRORS,
  RangeQuery,
  UNKNOWN_FIELD,
} from '@cvq/contract';
import { z } from 'zod';
import { ApiError } from '../../errors/api-error.ts';
import type { Operation } from '../operation.ts';
import { fieldOf, fromQuery, type QueryText, repeatedIn, withLists } from './from-query.ts';

/** What a surface brings to an operation: REST the parts of a request, others one object. */
export type GivenArguments =
  | {
      readonly from: 'query';
      readonly query: QueryText;
      readonly path: Readonly<Record<string, string>>;
      /** Asked for once it is known that the operation takes a body, and that the rest is well formed. */
      readonly body: () => Promise<unknown>;
    }
  | {
      readonly from: 'object';
      readonly value: unknown;
      /** Names of arguments that the surface does not have. */
      readonly without?: readonly string[];
    };

/** What of an operation says which arguments it takes. */
type Taking = Pick<Operation, 'about' | 'query' | 'params' | 'body'>;

export type ReadArguments = {
  /** The project that they name, in the path or beside the others. */
  readonly project: { readonly inPath: string | undefined; readonly inQuery: string | undefined };
  /**
   * The arguments, typed.
   * @throws ApiError for what had to wait until it is known that the caller may ask
   */
  readonly checked: () => Record<string, unknown>;
};

/**
 * Arguments in the types of an operation.
 * @throws ApiError invalid_request that names the arguments whose form is wrong
 */
export async function readArguments(operation: Taking, given: GivenArguments): Promise<ReadArguments> {
  return given.from === 'object' ? ofObject(operation, given) : ofRequest(operation, given);
}

/** The arguments of an operation as one object, except for some that the surface does not have. */
export function argumentsOf(
  { about, query, params, body }: Taking,
  without: readonly string[] = [],
): z.ZodObject {
  const { project } = RangeQuery.shape;
  const shape = {
    ...(about !== 'credential' && { project }),
    ...query.shape,
    ...params?.shape,
    ...body?.shape,
  };
  return z.strictObject(
    Object.fromEntries(Object.entries(shape).filter(([name]) => !without.includes(name))),
  );
}

type GivenObject = Extract<GivenArguments, { from: 'object' }>;

function ofObject(operation: Taking, { value = {}, without }: GivenObject): ReadArguments {
  const schema = argumentsOf(operation, without);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const { data, complaints } = parse(schema, isObject ? withLists(schema, value) : value);
  refuseForm(complaints.map((complaint) => namingKnown(schema, complaint, 'argument')));
  const { project } = value as { project?: string };
  return { project: { inPath: undefined, inQuery: project }, checked: () => unlessLate(complaints, data) };
}

type Request = Extract<GivenArguments, { from: 'query' }>;

async function ofRequest(operation: Taking, { query, path, body }: Request): Promise<ReadArguments> {
  const { project: inPath, ...within } = path;
  // What is about no project has nobody look it up: there it is a parameter like any.
  const params = operation.about === 'credential' ? path : within;
  const ofQuery = parseQuery(operation.query, query);
  refuseForm(ofQuery.complaints);
  const ofPath = operation.params && parse(operation.params, params);
  refuseForm(ofPath?.complaints ?? []);
  const ofBody = operation.body && parse(operation.body, await body());
  refuseForm(ofBody?.complaints ?? []);
  const { project: inQuery } = query as { project?: string };
  const parts = [ofQuery, ofPath, ofBody].filter((part) => part !== undefined);
  const data = Object.assign({}, ...parts.map((part) => part.data)) as Parsed['data'];
  const complaints = parts.flatMap((part) => part.complaints);
  return { project: { inPath, inQuery }, checked: () => unlessLate(complaints, data) };
}

type Parsed = { readonly data: Record<string, unknown>; readonly complaints: readonly Complaint[] };

function parse(schema: z.ZodObject, value: unknown): Parsed {
  const result = schema.safeParse(value);
  if (result.success) return { data: result.data, complaints: [] };
  return { data: {}, complaints: complaintsOf(schema, result.error) };
}

function unlessLate(complaints: readonly Complaint[], data: Parsed['data']): Parsed['data'] {
  refuseLate(complaints);
  return data;
}

/** A parameter that may be given once and was given again is said to be so: its type does not matter then. */
function parseQuery(schema: z.ZodObject, query: QueryText): Parsed {
  const repeated = new Set<PropertyKey>(repeatedIn(schema, query));
  const { data, complaints } = parse(schema, fromQuery(schema, query));
  const others = complaints.filter(({ path: [name = ''] }) => !repeated.has(name));
  return {
    data,
    complaints: [
      ...[...repeated].map((name) => givenAgain(String(name))),
      ...others.map((complaint) => inWordsOfAQuery(schema, complaint)),
    ],
  };
}

function givenAgain(field: string): Complaint {
  return { field, message: 'was given more than once; give it once', path: [field], late: null };
}

/** A query has no fields within a field: what is wrong there is said of the parameter. */
function inWordsOfAQuery(schema: z.ZodObject, complaint: Complaint): Complaint {
  const { path, message } = complaint;
  if (message === UNKNOWN_FIELD) return namingKnown(schema, complaint, 'parameter');
  const [name = '', ...within] = path;
  const field = fieldOf(schema, name);
  const where = within.filter((part) => typeof part === 'string').map((part) => `${part} `);
  const isInText = within.length > 0 && field && ARGUMENT_RULES.get(field)?.inQuery === 'commas';
  return {
    ...complaint,
    field: String(name),
    message: `${where.join('')}${message}${isInText ? ' between its commas' : ''}`,
  };
}

/** Of what a schema does not know it is said which names it does. */
function namingKnown(schema: z.ZodObject, complaint: Complaint, what: 'argument' | 'parameter'): Complaint {
  if (complaint.message !== UNKNOWN_FIELD || complaint.path.length > 0) return complaint;
  const known = Object.keys(schema.shape).sort().join(', ') || 'none';
  return { ...complaint, message: `is not a known ${what}; known are: ${known}` };
}

/** What is wrong with an argument. */
type Complaint = FieldError & {
  readonly path: readonly PropertyKey[];
  /** The code of a refusal that waits until it is known that the caller may ask. */
  readonly late: ArgumentRules['late'] | null;
};

/** What a schema has against arguments. A value of the wrong type is a matter of form, and never late. */
function complaintsOf(schema: z.ZodObject, { issues }: z.ZodError): Complaint[] {
  return issues.flatMap((issue) => {
    const [name = ''] = issue.path;
    const field = issue.code === 'invalid_type' ? undefined : fieldOf(schema, name);
    const late = (field && ARGUMENT_RULES.get(field)?.late) ?? null;
    return fieldErrors(new z.ZodError([issue])).map((error) => ({ ...error, path: issue.path, late }));
  });
}

/** @throws ApiError invalid_request that names the arguments whose form is wrong. */
function refuseForm(complaints: readonly Complaint[]): void {
  const early = complaints.filter(({ late }) => late === null);
  if (early.length > 0) throw refusal('invalid_request', early);
}

/** @throws ApiError by the first of the complaints that have waited, and all that have its code. */
function refuseLate(complaints: readonly Complaint[]): void {
  const code = complaints[0]?.late ?? null;
  if (code === null) return;
  throw refusal(
    code,
    complaints.filter(({ late }) => late === code),
  );
}

function refusal(code: NonNullable<Complaint['late']>, complaints: readonly Complaint[]): ApiError {
  const fields = complaints.map(({ field, message }) => ({ field, message }));
  const summary = fieldErrorsInWords(fields);
  const details = {
    invalid_request: { fields: fields.slice(0, MAX_FIELD_ERRORS) },
    unsupported_dimension: { supported: DIMENSIONS },
  };
  return new ApiError(code, `${summary}.`, code === 'invalid_range' ? {} : { details: details[code] });
}
