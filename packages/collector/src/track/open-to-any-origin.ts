import type { ServerResponse } from 'node:http';

/** Pages of any site post here. The SDK must be able to read how long it is to wait. */
export function openToAnyOrigin(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
}
