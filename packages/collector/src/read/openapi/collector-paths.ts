import { TrackErrorBody } from '@cvq/contract';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import { failure, REQUEST_ID } from './responses.ts';

type Get = { name: string; summary: string; description: string; type: string; schema: JsonSchema };

/** Something that is there for whoever asks. */
function get({ name, summary, description, type, schema }: Get): JsonSchema {
  const ok = { description: `${summary}.`, headers: REQUEST_ID, content: { [type]: { schema } } };
  return {
    operationId: name,
    tags: ['Collector'],
    summary,
    description,
    security: [],
    responses: { 200: ok, 400: notHttp() },
  };
}

function notHttp(): JsonSchema {
  return {
    description: 'The request is not valid HTTP.',
    headers: REQUEST_ID,
    content: { 'application/json': { schema: jsonSchema(TrackErrorBody, 'output') } },
  };
}

const status = (word: string) => ({
  type: 'object',
  properties: { status: { const: word } },
  required: ['status'],
});

const notReady = {
  description: 'It is shutting down, or the last events could not be stored.',
  headers: REQUEST_ID,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { status: { const: 'not_ready' }, reason: { type: 'string' } },
        required: ['status', 'reason'],
      },
    },
  },
};

const ready = get({
  name: 'ready',
  summary: 'Whether it may get traffic',
  description: 'For balancers. Degraded: it serves, and something else has failed.',
  type: 'application/json',
  schema: {
    type: 'object',
    properties: { status: { enum: ['ready', 'degraded'] }, reason: { type: 'string' } },
    required: ['status'],
  },
});

const document = get({
  name: 'openapi',
  summary: 'This document',
  description: 'Needs no key.',
  type: 'application/json',
  schema: { type: 'object' },
});

/** A credential in the query is refused on every path of the read API. */
const refused = failure(400, ['invalid_request']);

/** What the collector tells of itself, and serves to browsers and programs. */
export const COLLECTOR_PATHS: Readonly<Record<string, JsonSchema>> = {
  '/healthz': {
    get: get({
      name: 'alive',
      summary: 'Whether the process lives',
      description: 'For supervisors.',
      type: 'application/json',
      schema: status('ok'),
    }),
  },
  '/readyz': { get: { ...ready, responses: { ...(ready.responses as JsonSchema), 503: notReady } } },
  '/sdk.js': {
    get: get({
      name: 'sdk',
      summary: 'The browser SDK',
      description:
        'Also at `/sdk.<contenthash>.js`, which never changes, and is there also after an upgrade.',
      type: 'text/javascript',
      schema: { type: 'string' },
    }),
  },
  '/docs/errors': {
    get: get({
      name: 'error_reference',
      summary: 'The reference of errors',
      description: 'Where `error.doc_url` points, with an anchor for each code.',
      type: 'text/html',
      schema: { type: 'string' },
    }),
  },
  '/v1/openapi.json': {
    get: { ...document, responses: { ...(document.responses as JsonSchema), 400: refused } },
  },
};
