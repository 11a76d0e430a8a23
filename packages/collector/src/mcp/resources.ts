import {
  DIMENSIONS,
  ERROR_CODES,
  FILTER_OPERATORS,
  type ListProjectsResponse,
  MULTI_VALUED_DIMENSIONS,
} from '@cvq/contract';
import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { ApiError } from '../errors/api-error.ts';
import type { Operation } from '../read/operation.ts';
import { getProject } from '../read/operations/get-project.ts';
import { listProjects } from '../read/operations/list-projects.ts';
import { runOperation } from '../read/run-operation.ts';
import { answerText } from './answer-text.ts';
import type { Asking } from './asking.ts';
import { DIMENSION_MEANINGS } from './dimension-meanings.ts';

const PROJECTS = 'analytics://projects/';
const JSON_TYPE = 'application/json';

/**
 * What a resource stands on, which a credential needs the scopes of; null for what everybody may read. The SDK finds it by the
 * address as it is normalised: `Analytics://` is the same.
 */
export function operationOfResource(uri: string): Operation | null {
  return URL.parse(uri)?.href.startsWith(PROJECTS) ? getProject : null;
}

/** What agents can look up without asking a question: the words of the others, and the projects. */
export function addResources(server: McpServer, asking: Asking): void {
  for (const { uri, name, value, ...metadata } of FIXED)
    server.registerResource(name, uri, metadata, (address) => asJson(address, value));
  server.registerResource(
    'project',
    new ResourceTemplate(`${PROJECTS}{id}`, { list: undefined }),
    { title: 'A project', ...OF_PROJECT },
    async (uri, { id }) => asJson(uri, await projectOf(uri, String(id), asking)),
  );
  // That of the SDK tells all resources at once.
  server.server.setRequestHandler('resources/list', ({ params }) => listed(params?.cursor, asking));
}

const OF_PROJECT = {
  description: 'Its time zone, its currency, the date there, and whether events arrive.',
  mimeType: JSON_TYPE,
};

const FILTERS = {
  form: 'dimension:operator:value, with | between several values, such as country:is:DE|AT',
  operators: FILTER_OPERATORS,
  beyond_dimensions: {
    'property:<name>': 'a property of events, such as property:plan:is:pro',
    ...Object.fromEntries(
      MULTI_VALUED_DIMENSIONS.map((name) => [name, 'what happened in a visit, all of which counts']),
    ),
  },
  number_of_dimensions: DIMENSIONS.length,
};

function asJson({ href }: URL, value: unknown): ReadResourceResult {
  return { contents: [{ uri: href, mimeType: JSON_TYPE, text: answerText(value) }] };
}

const FIXED = [
  {
    uri: 'analytics://dimensions',
    name: 'dimensions',
    mimeType: JSON_TYPE,
    title: 'Dimensions and filters',
    description: 'What figures can be broken down and filtered by, and how a filter is written.',
    value: { dimensions: DIMENSION_MEANINGS, filters: FILTERS },
  },
  {
    uri: 'analytics://errors',
    name: 'errors',
    mimeType: JSON_TYPE,
    title: 'Error codes',
    description: 'Every code of a refusal with its status and what to do.',
    value: ERROR_CODES,
  },
];

/** Projects of one page of the list: an agency may have a thousand. */
const PAGE = 50;

/**
 * The resources of a page: what is the same for everybody on the first, and projects within reach, for a credential that may list
 * them. A cursor says how many of those came before.
 */
async function listed(cursor: string | undefined, asking: Asking): Promise<ListResourcesResult> {
  const offset = cursor === undefined ? 0 : offsetOf(cursor);
  const fixed = offset === 0 ? FIXED.map(({ value: _, ...told }) => told) : [];
  if (!asking.caller.scopes.includes('projects:read')) return { resources: fixed };
  const { data, meta } = (await told(listProjects, { limit: PAGE, offset }, asking)) as ListProjectsResponse;
  const projects = data.map(({ id, name, domain }) => {
    return { ...OF_PROJECT, uri: PROJECTS + id, name, title: domain };
  });
  return {
    resources: [...fixed, ...projects],
    ...(meta.has_more && { nextCursor: String(offset + data.length) }),
  };
}

/** @throws ProtocolError for what is no cursor of ours */
function offsetOf(cursor: string): number {
  if (/^[1-9]\d{0,5}$/.test(cursor)) return Number(cursor);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is none of this list.');
}

async function projectOf({ href }: URL, project: string, asking: Asking): Promise<unknown> {
  try {
    return await told(getProject, { project }, asking);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') throw new ResourceNotFoundError(href);
    throw error;
  }
}

/** What an operation answers, or why it does not. What fails on our side is logged here, and its words stay with us. */
async function told(operation: Operation, value: unknown, asking: Asking): Promise<unknown> {
  try {
    return await runOperation(operation, { from: 'object', value }, asking);
  } catch (error) {
    const { deps, request, response, signal } = asking;
    if (error instanceof ApiError && error.code === 'not_found') throw error;
    if (error instanceof ApiError && error.status < 500)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { code: error.code });
    if (!signal.aborted) deps.failures.note(error, request, response);
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      'Something failed on our side. Retry with exponential backoff.',
    );
  }
}
