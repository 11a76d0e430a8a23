import { routeFinder } from './find-route.ts';
import { operations } from './operations.ts';
import { pathsOf } from './paths-of.ts';

/**
 * The operation of a method and a path.
 * @throws ApiError not_found for an unknown path, invalid_request for a method that the path does not support.
 */
export const findOperation = routeFinder(
  operations.flatMap((row) => pathsOf(row).map((path) => ({ row, path }))),
);
