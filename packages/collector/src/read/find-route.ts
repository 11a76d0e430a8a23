import { ApiError } from '../errors/api-error.ts';

/** What answers a method and a path, and what the path says. */
export type FoundRoute<Row> = { readonly row: Row; readonly parameters: Readonly<Record<string, string>> };

type Route<Row> = { readonly row: Row; readonly path: string };

/**
 * Finds what answers a method and a path, among rows that have paths with `{name}` for a parameter. It throws ApiError:
 * not_found for an unknown path, invalid_request for a method that the path does not support. `below`: where the paths are
 * mounted, which whoever asked has written before them.
 */
export function routeFinder<Row extends { readonly method: string }>(
  routes: readonly Route<Row>[],
  { below = '' }: { readonly below?: string } = {},
): (method: string, path: string) => FoundRoute<Row> {
  const patterns = routes.map(({ row, path }) => ({ row, pattern: toPattern(path) }));
  return (method, path) => {
    const candidates = patterns.flatMap(({ row, pattern }) => {
      const match = pattern.exec(path);
      return match ? [{ row, parameters: decode(match.groups ?? {}) }] : [];
    });
    const asked = method === 'HEAD' ? 'GET' : method;
    const found = candidates.find(({ row }) => row.method === asked);
    if (found) return found;
    const allowed = [...new Set(candidates.map(({ row }) => row.method))].join(', ');
    if (allowed === '') throw new ApiError('not_found', `There is no endpoint at ${below}${path}.`);
    throw new ApiError('invalid_request', `${below}${path} does not support ${method}: use ${allowed}.`, {
      headers: { Allow: allowed },
    });
  };
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`);
}

function decode(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
}
