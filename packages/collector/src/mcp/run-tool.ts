import type { CallToolResult } from '@modelcontextprotocol/server';
import { requestIdOf } from '../edge/http-server.ts';
import { ApiError } from '../errors/api-error.ts';
import { toApiResponse } from '../errors/error-response.ts';
import { runOperation } from '../read/run-operation.ts';
import { answerText } from './answer-text.ts';
import type { Asking } from './asking.ts';
import {
  type AgentAnswer,
  hasAllOf,
  isShort,
  MAX_TEXT,
  rowsThatFit,
  shorten,
  withCutTexts,
} from './short-answer.ts';
import type { Tool } from './tools.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * What a tool answers, as text and as an object, or why it does not: what an operation refuses reaches the agent in
 * the envelope of the read API, with its status and the id of the request.
 */
export async function runTool(tool: Tool, args: Arguments, asking: Asking): Promise<CallToolResult> {
  const { deps, request, response, signal } = asking;
  const startedAt = performance.now();
  const result = await answer(tool, args, asking).then(asResult, (error: unknown) => {
    if (!signal.aborted) deps.failures.note(error, request, response);
    return asFailure(error, asking);
  });
  deps.log.debug(
    {
      requestId: requestIdOf(response),
      tool: tool.operation.name,
      credential: asking.caller.id,
      failed: result.isError === true,
      ms: Math.round(performance.now() - startedAt),
    },
    'An agent called a tool',
  );
  return result;
}

/**
 * How many characters of a text are told where the answer is too long, and how many where that is not enough for one row: visitors
 * choose names and values as long as a request.
 */
const TEXT_LENGTHS = [500, 100];

/** @throws ApiError */
async function answer(tool: Tool, given: Arguments, asking: Asking): Promise<AgentAnswer> {
  const { preset, more } = tool.tool;
  const args = { ...preset, ...given };
  const whole = await run(tool, args, asking);
  if (isShort(whole)) return whole;
  for (const length of TEXT_LENGTHS) {
    const withLimit = async (limit: number) =>
      withCutTexts(await run(withOwnLimit(tool), { ...args, limit }, asking), length);
    const short = await shortAnswer(tool, withCutTexts(whole, length), withLimit);
    if (short !== null) return short;
  }
  const { length } = answerText(whole);
  throw new ApiError(
    'invalid_range',
    `The answer has ${length} characters; agents are told at most ${MAX_TEXT}. ${more}`,
  );
}

/** An answer with whole rows left out; null where nothing would be left of a list that says how to go on behind it. */
async function shortAnswer(
  { tool: { limited, more } }: Tool,
  whole: AgentAnswer,
  withLimit: (limit: number) => Promise<AgentAnswer>,
): Promise<AgentAnswer | null> {
  if (isShort(whole)) return whole;
  // Asked for fewer rows it is whole again: its sums and its cursor are of the rows that it has.
  if (limited === undefined) return shorten({ answer: whole, whole }, more);
  for (let limit = rowsThatFit(whole, limited); limit > 0; limit = Math.floor(limit / 2)) {
    const answer = await withLimit(limit);
    const short = shorten({ answer, whole }, more);
    if (short !== null && hasAllOf(short, answer, limited)) return short;
  }
  return null;
}

/** A tool that takes a limit, also where agents are spared it: they go on with offset, and need not reckon what fits. */
function withOwnLimit({ operation, tool }: Tool): Tool {
  return { operation, tool: { ...tool, without: tool.without?.filter((name) => name !== 'limit') ?? [] } };
}

async function run({ operation, tool }: Tool, value: Arguments, asking: Asking): Promise<AgentAnswer> {
  const given = { from: 'object', value, without: tool.without ?? [] } as const;
  return (await runOperation(operation, given, asking)) as AgentAnswer;
}

function asResult(answered: AgentAnswer): CallToolResult {
  const text = answerText(answered);
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}

function asFailure(error: unknown, { deps, response }: Asking): CallToolResult {
  const { status, body } = toApiResponse(error, deps.baseUrl());
  const whole = { ...body, status, request_id: requestIdOf(response) };
  return { ...asResult(isShort(whole) ? whole : shortRefusal(whole)), isError: true };
}

/** The most of a message that an agent is told where a refusal is too long: signs that are written out take sixfold. */
const MAX_MESSAGE = 2_000;

type Refusal = {
  readonly message: string;
  readonly details?: { readonly available_projects?: readonly unknown[] };
};

/** The envelope of a refusal with the beginning of its message, and of its details the first projects alone. */
function shortRefusal({ error, ...others }: AgentAnswer): AgentAnswer {
  const { details, message: whole, ...told } = error as Refusal;
  const message = whole.length > MAX_MESSAGE ? `${whole.slice(0, MAX_MESSAGE)}…` : whole;
  const projects = details?.available_projects ?? [];
  for (let count = projects.length >> 1; count > 0; count >>= 1) {
    const some = { available_projects: projects.slice(0, count), of: projects.length };
    const refusal = { error: { ...told, message, details: some }, ...others };
    if (isShort(refusal)) return refusal;
  }
  return { error: { ...told, message }, ...others };
}
