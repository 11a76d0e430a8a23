import { ERROR_CODES, type ErrorCode } from '@cvq/contract';
import { type JsonSchema, jsonSchema, namedSchemas } from '../../read/openapi/json-schema.ts';
import { operationObject, parametersOf } from '../../read/openapi/operation-object.ts';
import { failure, HEADERS, sharedResponses } from '../../read/openapi/responses.ts';
import type { Operation } from '../../read/operation.ts';
import { pathsOf } from '../../read/paths-of.ts';
import type { DashboardOperation, Who } from '../operation.ts';

const INFO = {
  title: 'cvq dashboard',
  version: '1.0.0-beta',
  description:
    'What the dashboard asks. Sessions are cookies; every write comes from a page of the dashboard, with the header X-Cvq-Dashboard. Programs use the read API, which has the same questions.',
};

const WHO: Readonly<Record<Who, string>> = {
  anybody: 'Anybody.',
  signed_in: 'Who has signed in.',
  person: 'Persons who have signed in.',
  superadmin: 'Superadmins.',
};

/** Its answer is no JSON, and never ends by itself. */
const LIVE_STREAM: JsonSchema = {
  operationId: 'open_live_stream',
  tags: ['Analytics'],
  summary: 'What is live has changed',
  description:
    'Server-sent events: changed, at most every two seconds, when figures of get_live have changed; ended when whoever listens may no longer.',
  security: [{ session: [] }],
  parameters: [{ name: 'project', in: 'query', required: true, schema: { type: 'string' } }],
  responses: {
    200: { description: 'A stream of events.', content: { 'text/event-stream': {} } },
    ...Object.fromEntries(
      (['invalid_request', 'unauthenticated', 'not_found', 'rate_limited'] as const).map((code) => {
        const { status } = ERROR_CODES[code];
        return [status, failure(status, [code])];
      }),
    ),
  },
};

/** The dashboard API as an OpenAPI 3.1 document, made of its two tables. */
export function dashboardDocument(
  operations: readonly DashboardOperation[],
  questions: readonly Operation[],
): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  const add = (path: string, method: string, object: JsonSchema) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: object };
  };
  for (const operation of operations)
    add(`/dashboard-api/v1${operation.path}`, operation.method, objectOf(operation));
  for (const question of questions)
    for (const path of pathsOf(question))
      add(`/dashboard-api${path}`, question.method, {
        ...operationObject(question, path),
        security: [{ session: [] }],
      });
  add('/dashboard-api/v1/live', 'get', LIVE_STREAM);
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'The collector that serves this document.' }],
    paths,
    components: {
      schemas: namedSchemas(),
      responses: sharedResponses(),
      headers: HEADERS,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-cvq',
          description: 'The session. On the own machine, over http, the cookie is called cvq.',
        },
      },
    },
  };
}

function objectOf(operation: DashboardOperation): JsonSchema {
  const { name, tag, summary, description, who, atLeast, stepUp, query, params, body, file, response } =
    operation;
  const role = atLeast === undefined ? '' : ` At least ${atLeast} of the account or project that it names.`;
  const again = stepUp ? ' The password has to have been given within the last ten minutes.' : '';
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${description}\n\nWho may: ${WHO[who]}${role}${again}`,
    'x-who': who,
    'x-step-up': stepUp,
    security: who === 'anybody' ? [] : [{ session: [] }],
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
    }),
    ...(file && {
      requestBody: { required: true, content: { [file.contentType]: { schema: { type: 'string' } } } },
    }),
    responses: {
      200: {
        description: `${summary}.`,
        content: { 'application/json': { schema: jsonSchema(response, 'output') } },
      },
      ...failuresOf(operation),
    },
  };
}

function failuresOf(operation: DashboardOperation): Record<string, JsonSchema> {
  const codes = codesOf(operation);
  const statuses = [...new Set(codes.map((code) => ERROR_CODES[code].status))].toSorted();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      failure(
        status,
        codes.filter((code) => ERROR_CODES[code].status === status),
      ),
    ]),
  );
}

function codesOf({ who, atLeast, method, stepUp, errors = [] }: DashboardOperation): readonly ErrorCode[] {
  const codes: ErrorCode[] = [
    ...([
      'invalid_request',
      'foreign_origin',
      'misdirected_request',
      'rate_limited',
      'internal_error',
    ] as const),
    ...(who === 'anybody' ? [] : (['unauthenticated'] as const)),
    ...(who === 'superadmin' || who === 'person' || atLeast !== undefined ? (['not_allowed'] as const) : []),
    ...(atLeast !== undefined && method !== 'GET' ? (['read_only_role'] as const) : []),
    ...(stepUp ? (['step_up_required'] as const) : []),
    ...errors,
  ];
  return [...new Set(codes)];
}
