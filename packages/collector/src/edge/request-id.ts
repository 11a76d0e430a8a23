import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const ID = Symbol('request id');

/** An id that is quoted to support: on every response, and in every log line about it. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/** The id of a response, made when it is first asked for. */
export function requestIdOf(response: ServerResponse & { [ID]?: string }): string {
  response[ID] ??= newRequestId();
  return response[ID];
}
