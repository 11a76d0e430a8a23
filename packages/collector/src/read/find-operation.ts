import { ApiError } from '../errors/api-error.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { pathsOf } from './paths-of.ts';

export type Found = { readonly operation: Operation; readonly parameters: Readonly<Record<string, string>> };

type Route = { readonly operation: Operation; readonly pattern: RegExp };

const ROUTES: readonly Route[] = operations.flatMap((operation) =>
  pathsOf(operation).map((path) => ({ operation, pattern: toPattern(path) })),
);

/**
 * The operation of a method and a path.
 * @throws ApiError not_found for an unknown path, invalid_request for a method that the path does not support.
 */
export function findOperation(method: string, path: string): Found {
  const candidates = ROUTES.flatMap(({ operation, pattern }) => {
    const match = pattern.exec(path);
    return match ? [{ operation, parameters: decode(match.groups ?? {}) }] : [];
  });
  const asked = method === 'HEAD' ? 'GET' : method;
  const found = candidates.find(({ operation }) => operation.method === asked);
  if (found) return found;
  const allowed = candidates.map(({ operation }) => operation.method).join(', ');
  if (allowed === '') throw new ApiError('not_found', `There is no endpoint at ${path}.`);
  throw new ApiError('invalid_request', `${path} does not support ${method}: use ${allowed}.`, {
    headers: { Allow: allowed },
  });
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`);
}

function decode(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
}
