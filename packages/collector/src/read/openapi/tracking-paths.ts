import { EXCLUDED_REASONS, MAX_BATCH_EVENTS, TRACKING_PATHS, TrackErrorBody } from '@cvq/contract';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import { REQUEST_ID } from './responses.ts';

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: JsonSchema, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});

const SUCCESS = object({
  success: { const: true },
  event_id: { type: 'string', pattern: '^evt_\\d{13}_[0-9A-Za-z]{1,32}(-s)?$' },
});
const COUNT = { type: 'integer', minimum: 0 };

/** Why a request is refused, by status. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request is malformed: body, content type, size, a field, a timestamp, or the method.',
  401: 'The key is missing, unknown, revoked or expired, or of the wrong kind.',
  429: 'Too many requests.',
  500: 'The event could not be stored. Retry with backoff.',
  503: 'The collector is busy.',
};

const HEADERS_OF: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

function refusals(...statuses: readonly number[]): JsonSchema {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: REFUSALS[status],
        headers: {
          ...REQUEST_ID,
          ...Object.fromEntries(
            (HEADERS_OF[status] ?? []).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
          ),
        },
        ...json(jsonSchema(TrackErrorBody, 'output')),
      },
    ]),
  );
}

const success = (description: string, content: JsonSchema) => ({
  description,
  headers: REQUEST_ID,
  ...content,
});

const SERVER_SECURITY = [{ server_key: [] }, { server_key_in_query: [] }];
const SERVER_REFUSALS = refusals(400, 401, 429, 500);
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes a retry of the same request safe for 24 hours.',
  schema: { type: 'string', minLength: 1 },
};

const batchOf = (items: JsonSchema) => ({
  type: 'array',
  minItems: 1,
  maxItems: MAX_BATCH_EVENTS,
  items,
});

const track = {
  operationId: 'track',
  tags: ['Tracking'],
  summary: 'One event of a backend',
  description: 'A success means that the event is durable.',
  security: SERVER_SECURITY,
  parameters: [IDEMPOTENCY_KEY],
  requestBody: { required: true, ...json(ref('TrackedEvent')) },
  responses: { 200: success('Stored, or known already.', json(SUCCESS)), ...SERVER_REFUSALS },
};

const trackBatch = {
  operationId: 'track_batch',
  tags: ['Tracking'],
  summary: 'Events of a backend',
  description: 'Results are in the order of the request. An element that is refused fails alone.',
  security: SERVER_SECURITY,
  parameters: [IDEMPOTENCY_KEY],
  requestBody: { required: true, ...json(object({ events: batchOf(ref('TrackedEvent')) })) },
  responses: {
    200: success(
      'A result for each event.',
      json(
        object({
          success: { const: true },
          accepted: COUNT,
          results: { type: 'array', items: { oneOf: [SUCCESS, ref('TrackErrorBody')] } },
        }),
      ),
    ),
    ...SERVER_REFUSALS,
  },
};

const trackBrowserBatch = {
  operationId: 'track_browser_batch',
  tags: ['Tracking'],
  summary: 'Events of a browser',
  description:
    'What the SDK sends. The public tracking key is in the body. An event that is refused fails alone.',
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: ref('BrowserBatch') },
      'text/plain': { schema: { type: 'string' } },
    },
  },
  responses: {
    202: success(
      'What became of the events.',
      json(
        object(
          {
            accepted: COUNT,
            duplicates: COUNT,
            rejected: { type: 'array', items: object({ index: COUNT, error: { type: 'string' } }) },
            ignored: {
              type: 'array',
              description: 'Fields of the batch that were left out, where there were any.',
              items: object({ field: { type: 'string' }, error: { type: 'string' } }),
            },
            excluded: {
              type: 'array',
              description:
                'Events that will not count, because of their page. Where the batch has debug, also those of a bot, updates of a user, and conversions whose order another event reports or that was removed.',
              items: object({
                index: COUNT,
                reason: { type: 'string', enum: [...EXCLUDED_REASONS] },
              }),
            },
            stored: {
              type: 'array',
              description: 'Those of `unsure` that are stored, where it was asked.',
              items: { type: 'string' },
            },
          },
          ['accepted', 'duplicates', 'rejected'],
        ),
      ),
    ),
    ...refusals(400, 401, 429, 500, 503),
  },
};

const trackPixel = {
  operationId: 'track_pixel',
  tags: ['Tracking'],
  summary: 'A page view without JavaScript',
  description: 'For `<noscript>`. Evidence of a client that runs no JavaScript, never a visitor.',
  security: [],
  parameters: [
    {
      name: 'key',
      in: 'query',
      required: true,
      description: 'The tracking key.',
      schema: { type: 'string' },
    },
    {
      name: 'url',
      in: 'query',
      description: 'The page; the Referer if left out.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: success('A transparent GIF.', { content: { 'image/gif': { schema: { type: 'string' } } } }),
    ...refusals(400, 401, 429, 500, 503),
  },
};

/** The tracking APIs, in the words of `docs/tracking-api.md`. */
export const TRACKING_PATH_ITEMS: Readonly<Record<string, JsonSchema>> = {
  [TRACKING_PATHS.event]: { post: track },
  [TRACKING_PATHS.batch]: { post: trackBatch },
  [TRACKING_PATHS.browser]: { post: trackBrowserBatch },
  [TRACKING_PATHS.pixel]: { get: trackPixel },
};
