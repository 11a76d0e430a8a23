import { PLACEHOLDER_USER_ID } from '@cvq/contract';

/** The user whom an event names; null where its user id is what programs write when nobody is signed in. */
export function namedUser(id: string | null | undefined): string | null {
  return id == null || PLACEHOLDER_USER_ID.test(id) ? null : id;
}
