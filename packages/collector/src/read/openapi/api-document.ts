import type { Operation } from '../operation.ts';
import { pathsOf } from '../paths-of.ts';
import { COLLECTOR_PATHS } from './collector-paths.ts';
import { type JsonSchema, namedSchemas } from './json-schema.ts';
import { operationObject } from './operation-object.ts';
import { HEADERS, sharedResponses } from './responses.ts';
import { TRACKING_PATH_ITEMS } from './tracking-paths.ts';

const INFO = {
  title: 'cvq',
  version: '1.0.0-beta',
  summary: 'Conversion tracking that you own.',
  description:
    'The read API reports what happened, for callers with a secret key (`sk_`). The tracking API receives events from backends with a server key (`srv_`) and from browsers with a public tracking key (`proj_`). The read API is in beta: fields may be added to its answers.',
  license: { name: 'MIT', identifier: 'MIT' },
  contact: { name: 'Whoever runs this collector' },
};

const TAGS = [
  { name: 'Projects', description: 'What a credential can reach.' },
  { name: 'Analytics', description: 'What visitors did, and what came of it.' },
  { name: 'Conversions', description: 'Each conversion, and its deliveries to ad platforms.' },
  { name: 'Tracking', description: 'Events from backends and browsers.' },
  { name: 'Collector', description: 'The process itself, and what it serves to browsers and programs.' },
];

const SECURITY_SCHEMES = {
  secret_key: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret key (`sk_`), for the read API. Never in the query string.',
  },
  server_key: { type: 'http', scheme: 'bearer', description: 'A server key (`srv_`) of one project.' },
  server_key_in_query: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: 'The same server key. Better sent as a header.',
  },
};

/** The whole API as an OpenAPI 3.1 document, made of the table of operations. */
export function apiDocument(operations: readonly Operation[]): JsonSchema {
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'The collector that serves this document.' }],
    tags: TAGS,
    paths: { ...readPaths(operations), ...TRACKING_PATH_ITEMS, ...COLLECTOR_PATHS },
    components: {
      schemas: namedSchemas(),
      responses: sharedResponses(),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function readPaths(operations: readonly Operation[]): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {};
  for (const operation of operations) {
    for (const path of pathsOf(operation)) {
      paths[path] = {
        ...paths[path],
        [operation.method.toLowerCase()]: operationObject(operation, path),
      };
    }
  }
  return paths;
}
