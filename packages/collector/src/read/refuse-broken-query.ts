import { ApiError } from '../errors/api-error.ts';

/**
 * Refuse a query whose percent-encoding is broken or is not of UTF-8: what cannot be read would be asked for as something else.
 * `url`: path and query, as they were sent.
 * @throws ApiError invalid_request
 */
export function refuseBrokenQuery(url: string): void {
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
