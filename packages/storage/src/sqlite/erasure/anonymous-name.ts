import { randomBytes } from 'node:crypto';

/** What stands in the place of an id: nobody can tell of whom it was. */
export function anonymousName(): string {
  return `erased_${randomBytes(16).toString('base64url')}`;
}
