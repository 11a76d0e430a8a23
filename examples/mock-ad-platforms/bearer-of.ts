import type { MockRequest } from './mock-request.ts';

/** The token of the header `Authorization`; null where there is none. */
export function bearerOf({ headers }: MockRequest): string | null {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null;
}
