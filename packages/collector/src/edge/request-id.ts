import { randomUUID } from 'node:crypto';

/** An id that is quoted to support: on every response, and in every log line about it. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}
