import { fieldErrors, fieldErrorsInWords } from '@cvq/contract';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { RPC_CODES, RpcRefused } from './rpc-refused.ts';

/** What a message asks for, as far as it has to be known before the SDK gets it. */
export type AskedFor = {
  /** The tool that it calls; null where it calls none. */
  readonly tool: string | null;
  /** The resource that it reads, or null. */
  readonly resource: string | null;
};

const Id = z.union([z.string(), z.number()]);

/** The SDK repeats what it does not know, as it was written: agents are told no more than they can take in. */
const isShort = (most: number) => (value: unknown) => typeof value !== 'string' || value.length <= most;
const MAX_NAME = 200;
const MAX_URI = 2048;
const tooLong = (most: number) => `must have at most ${most} characters`;

const REVISION = 'io.modelcontextprotocol/protocolVersion';

const _meta = z
  .looseObject({
    progressToken: z.union([z.string(), z.int()]).optional(),
    [REVISION]: z.unknown().refine(isShort(MAX_NAME), tooLong(MAX_NAME)),
  })
  .optional();
const name = z.string();
/** The SDK looks names up in an object, which has these from its prototype. */
const knownName = name
  .max(MAX_NAME, tooLong(MAX_NAME))
  .refine((text) => !(text in Object.prototype), 'is not known');

/** Parameters by method, since the SDK tells of wrong ones in the words of its validator. */
const PARAMS: Readonly<Record<string, z.ZodType>> = {
  initialize: z.looseObject({
    _meta,
    protocolVersion: z.string(),
    capabilities: z.looseObject({}),
    clientInfo: z.looseObject({ name, version: z.string() }),
  }),
  'tools/call': z.looseObject({ _meta, name: knownName, arguments: z.looseObject({}).optional() }),
  'prompts/get': z.looseObject({
    _meta,
    name: knownName,
    arguments: z.record(z.string(), z.string()).optional(),
  }),
  'resources/list': z
    .looseObject({ _meta, cursor: z.string().max(MAX_NAME, tooLong(MAX_NAME)).optional() })
    .optional(),
  'resources/read': z.looseObject({ _meta, uri: z.string().max(MAX_URI, tooLong(MAX_URI)) }),
};

/** These lists are short: none has a second page, so there is no cursor. */
const LISTS = ['tools/list', 'prompts/list', 'resources/templates/list'];
const ListParams = z.looseObject({
  _meta,
  cursor: z.never('must be left out: the list has one page').optional(),
});
const AnyParams = z.looseObject({ _meta });

/**
 * What the message of a request asks for.
 * @throws RpcRefused for several messages at once, and for parameters in the wrong form, with each named
 */
export function readMessage(body: unknown): AskedFor {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const message = 'Send one JSON-RPC message, as an object. Several at once are not supported.';
    throw new RpcRefused(RPC_CODES.request, message, { status: 400 });
  }
  const { method, params, id } = body as Record<string, unknown>;
  // What is no request has nothing that is read here: the SDK knows what it is.
  if (typeof method !== 'string') return { tool: null, resource: null };
  const result = paramsOf(method, body).safeParse(params);
  if (!result.success) {
    const wrong = fieldErrorsInWords(fieldErrors(result.error, ['params']));
    const told = Id.safeParse(id);
    throw new RpcRefused(RPC_CODES.params, `${wrong}.`, { status: 400, id: told.data ?? null });
  }
  const { name: tool, uri } = (params ?? {}) as { name?: string; uri?: string };
  return {
    tool: method === 'tools/call' ? (tool ?? null) : null,
    resource: method === 'resources/read' ? (uri ?? null) : null,
  };
}

function paramsOf(method: string, body: object): z.ZodType {
  if (method === 'initialize' && !isHandshake(body)) return AnyParams;
  const known = Object.hasOwn(PARAMS, method) ? PARAMS[method] : undefined;
  return known ?? (LISTS.includes(method) ? ListParams : AnyParams).optional();
}

/** Clients of 2026-07-28 shake no hands: the SDK tells one that does that there is no such method. */
function isHandshake(body: object): boolean {
  return classifyInboundRequest({ httpMethod: 'POST', body }).kind === 'legacy';
}
