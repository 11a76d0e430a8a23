import { ApiErrorBody, ERROR_CODES, type ErrorCode } from '@cvq/contract';
import { z } from 'zod';
import type { Operation } from '../operation.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

/** The header that every answer has, by reference. */
export const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request, to be quoted to support.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-f]{32}$' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate; for a missing scope, all that the operation needs.',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait. Retrying sooner fails and consumes quota.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Scope': {
    description: 'concurrency where too many requests run at once; absent where a quota is spent.',
    schema: { type: 'string', enum: ['concurrency'] },
  },
  'Server-Timing': {
    description:
      'Milliseconds that the questions of this request waited (queue) and were worked on (work); join where one was answered together with an equal one.',
    schema: { type: 'string', examples: ['queue;dur=0.2, work;dur=12.5'] },
  },
  'X-Total-Rows': {
    description: 'How many rows there are, of which CSV may show a page.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;

const header = (name: keyof typeof HEADERS) => ({ [name]: { $ref: `#/components/headers/${name}` } });

const STATUS_HEADERS: Readonly<Record<number, JsonSchema>> = {
  401: header('WWW-Authenticate'),
  429: { ...header('Retry-After'), ...header('X-RateLimit-Scope') },
};

/** Codes that any operation may answer. */
const COMMON: readonly ErrorCode[] = [
  'invalid_request',
  'unauthenticated',
  'invalid_token',
  'plan_required',
  'rate_limited',
  'internal_error',
  'upstream_error',
];

/** Failures that are the same for every operation that has them, by the name that the document gives them. */
const SHARED = {
  401: { name: 'Unauthorized', codes: ['unauthenticated', 'invalid_token'] },
  404: { name: 'NotFound', codes: ['not_found'] },
  429: { name: 'TooManyRequests', codes: ['rate_limited'] },
  500: { name: 'InternalError', codes: ['internal_error'] },
  502: { name: 'BadGateway', codes: ['upstream_error'] },
} as const satisfies Record<number, { name: string; codes: readonly ErrorCode[] }>;

/** The shared failures, as components of the document. */
export function sharedResponses(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(SHARED).map(([status, { name, codes }]) => [name, failure(Number(status), codes)]),
  );
}

/** The responses of an operation, by status. */
export function responsesOf(operation: Operation): Record<string, JsonSchema> {
  const codes = codesOf(operation);
  const statuses = [...new Set(codes.map((code) => ERROR_CODES[code].status))].toSorted();
  const failures = statuses.map((status) => [status, sharedOrOwn(status, codes)] as const);
  return { 200: success(operation), ...Object.fromEntries(failures) };
}

function sharedOrOwn(status: number, codes: readonly ErrorCode[]): JsonSchema {
  if (status in SHARED) {
    return { $ref: `#/components/responses/${SHARED[status as keyof typeof SHARED].name}` };
  }
  return failure(
    status,
    codes.filter((code) => ERROR_CODES[code].status === status),
  );
}

function codesOf({ about, scopes, writes, errors = [] }: Operation): readonly ErrorCode[] {
  return [
    ...COMMON,
    ...(scopes.length > 0 ? (['insufficient_scope'] as const) : []),
    ...(writes ? (['read_only_role'] as const) : []),
    ...(about !== 'credential' ? (['not_found'] as const) : []),
    ...(about === 'period' ? (['invalid_range'] as const) : []),
    ...errors,
  ];
}

function success({ summary, response, csv }: Operation): JsonSchema {
  return {
    description: `${summary}.`,
    headers: { ...REQUEST_ID, ...header('Server-Timing'), ...(csv && header('X-Total-Rows')) },
    content: {
      'application/json': { schema: jsonSchema(response, 'output') },
      ...(csv && {
        'text/csv': { schema: { type: 'string', description: 'RFC 4180, with a header row, in UTF-8.' } },
      }),
    },
  };
}

/** A failure by one of some codes of a status. */
export function failure(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const { error } = ApiErrorBody.shape;
  const body = z.object({ error: error.extend({ code: z.enum(codes as [ErrorCode]) }) });
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].meaning}`).join('\n\n'),
    headers: { ...REQUEST_ID, ...STATUS_HEADERS[status] },
    content: { 'application/json': { schema: jsonSchema(body, 'output') } },
  };
}
