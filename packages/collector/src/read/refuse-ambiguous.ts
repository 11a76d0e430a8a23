import type { IncomingMessage } from 'node:http';
import { repeatedHeader } from '../body/json-body.ts';
import { ApiError } from '../errors/api-error.ts';

type Sent = Pick<IncomingMessage, 'rawHeaders'> & {
  /** Path and query, as they were sent. */
  readonly url: string;
};

/**
 * Refuse a request that can be read in more than one way, before anything is made of it.
 * @throws ApiError invalid_request
 */
export function refuseAmbiguous(request: Sent): void {
  const repeated = repeatedHeader(request);
  if (repeated !== null)
    throw new ApiError('invalid_request', `The header ${repeated} was sent more than once.`);
  refuseBrokenQuery(request.url);
}

/** What is not percent-encoded UTF-8 would be asked for as something else. */
function refuseBrokenQuery(url: string): void {
  const start = url.indexOf('?');
  if (start === -1) return;
  for (const part of url.slice(start + 1).split('&')) {
    if (isReadable(part)) continue;
    const [name = ''] = part.split('=');
    const field = isReadable(name) ? decodeURIComponent(name) : name;
    throw new ApiError('invalid_request', 'The query is not percent-encoded UTF-8.', {
      details: { fields: [{ field, message: 'must be percent-encoded UTF-8, such as %C3%BC for ü' }] },
    });
  }
}

function isReadable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
